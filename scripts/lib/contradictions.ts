/** Where the tables of a provider say something else than the lab saw. */
import type { MatrixCell, ProviderTables } from "../../packages/agenthooks/src/registry/index.js";
import { matrixOf } from "../../packages/agenthooks/src/registry/matrix.js";

/** One sentence for each cell that claims what no case could show, or denies what a case showed. */
export function contradictions(tables: ProviderTables): readonly string[] {
  return tables.versions.flatMap((version) =>
    tables.variants.flatMap((variant) =>
      matrixOf(tables, { version, variant }).flatMap((row) =>
        row.cells.flatMap((cell) => {
          const lie = contradiction(cell);
          if (lie === undefined) return [];
          const where = [tables.id, version, variant, row.native].filter((part) => part !== "").join(" ");
          return [`${where}: ${lie} (${[...cell.held, ...cell.failed].join(", ")})`];
        }),
      ),
    ),
  );
}

/** What is wrong with one cell; nothing where the lab did not look. */
export function contradiction(cell: MatrixCell): string | undefined {
  if (cell.measured === "unmeasured") return undefined;
  if (cell.claimed && cell.measured === "no") return `the table claims ${cell.capability} and no case could show it`;
  return !cell.claimed && cell.measured !== "no" ? `the table denies ${cell.capability} and a case showed it` : undefined;
}
