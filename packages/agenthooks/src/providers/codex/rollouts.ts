/** Where the rollouts of a session lie: `sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`, by the day on which a thread began. */
import { builtin } from "../../base/builtin.js";
import { errorCode } from "../../base/files.js";

/** The rollouts of the same day and of later ones, oldest first; of the same folder where it is none of a day. */
export function rolloutsAround(path: string): readonly string[] {
  const parts = path.split("/");
  const day = parts.slice(-4, -1);
  const root = parts.slice(0, -4).join("/");
  if (day.length < 3 || !day.every((part) => part !== "" && !Number.isNaN(Number(part))))
    return rolloutsIn(parts.slice(0, -1).join("/") || ".");
  return daysFrom(root, day.join("/")).flatMap((one) => rolloutsIn(`${root}/${one}`));
}

function daysFrom(root: string, first: string): string[] {
  const years = list(root);
  const months = years.flatMap((year) => list(`${root}/${year}`).map((month) => `${year}/${month}`));
  const days = months.flatMap((month) => list(`${root}/${month}`).map((day) => `${month}/${day}`));
  return days.filter((day) => day >= first);
}

function rolloutsIn(folder: string): string[] {
  return list(folder)
    .filter((file) => file.startsWith("rollout-") && file.endsWith(".jsonl"))
    .map((file) => `${folder}/${file}`);
}

function list(folder: string): string[] {
  try {
    return builtin("fs").readdirSync(folder).sort();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return [];
    throw error;
  }
}
