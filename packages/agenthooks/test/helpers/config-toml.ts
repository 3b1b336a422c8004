/** TOML configurations with hooks of others in them, in every form that TOML has for them. */
import fc from "fast-check";
import { EVENTS, type GeneratedConfig } from "./config-parts.js";

interface Handler {
  readonly pairs: readonly string[];
}
interface Group {
  readonly matcher: string | undefined;
  readonly handlers: readonly Handler[];
  /** Handlers as an array in the group's table. */
  readonly inlineHandlers: boolean;
}

const scalar = fc.constantFrom(
  "1",
  "9007199254740993117",
  "0x1F",
  "1_000",
  "1.10",
  "inf",
  "true",
  "1979-05-27T07:32:00Z",
  "1979-05-27",
  "'a\\b'",
  '"é #\\" ]"',
  "'''x'''",
  '"""\nl\n\n[hooks]\n"""',
);
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }).map((items) => `[${items.join(", ")}]`) },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }).map((items) => `[\n${items.map((item) => `  ${item}, # c ]\n`).join("")}]`) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom("1", "'x'", "{}"), { maxLength: 2 })
      .map((items) => `{ ${items.map((item, at) => `k${at}.z = ${item}`).join(", ")} }`),
  },
);
const pairsOf = (names: readonly string[]) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { maxLength: 3, selector: ([name]) => name })
    .map((pairs) => pairs.map(([name, item]) => `${name} = ${item}`));

const handler: fc.Arbitrary<Handler> = fc
  .tuple(
    fc
      .constantFrom('"bar"', "'jq ''", '"""\nother"""', '"/home/o\'neil/.agenthooks/guard/run-not"')
      .map((text) => (text === "'jq ''" ? "'jq'" : text)),
    fc.constantFrom(undefined, "5", "9007199254740993117"),
  )
  .map(([command, timeout]) => ({
    pairs: ['type = "command"', `command = ${command}`, ...(timeout === undefined ? [] : [`timeout = ${timeout}`])],
  }));
const group: fc.Arbitrary<Group> = fc.record({
  matcher: fc.constantFrom(undefined, '"Bash"', "'^Write$'"),
  handlers: fc.array(handler, { maxLength: 2 }),
  inlineHandlers: fc.boolean(),
});
const events = fc.uniqueArray(fc.tuple(fc.constantFrom(...EVENTS, "Notification"), fc.array(group, { maxLength: 2 })), {
  maxLength: 4,
  selector: ([name]) => name,
});

const key = (name: string) => (/^\w+$/.test(name) ? name : `"${name}"`);
const table = (pairs: readonly string[]) => (pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`);
const oneLine = ({ pairs }: Handler) => table(pairs.map((pair) => pair.replace('"""\nother"""', '"other"')));
const inlineGroup = ({ matcher, handlers }: Group) =>
  table([...(matcher === undefined ? [] : [`matcher = ${matcher}`]), `hooks = [${handlers.map(oneLine).join(", ")}]`]);

function headerGroup(event: string, { matcher, handlers, inlineHandlers }: Group): readonly string[] {
  const head = [`[[hooks.${key(event)}]]`, ...(matcher === undefined ? [] : [`matcher = ${matcher}`])];
  if (inlineHandlers || handlers.length === 0) return [...head, `hooks = [${handlers.map(oneLine).join(", ")}]`, ""];
  return [...head, ...handlers.flatMap(({ pairs }) => [`  [[hooks.${key(event)}.hooks]]`, ...pairs.map((pair) => `  ${pair}`)]), ""];
}

/** `top` stands before all tables. */
interface Hooks {
  readonly top: readonly string[];
  readonly tables: readonly string[];
}

const state = pairsOf(["trusted_hash", "enabled"]).map((pairs) => ['[hooks.state."a.json:pre_tool_use:0:0"]', ...pairs, ""]);
const arrays = (list: readonly (readonly [string, readonly Group[]])[], lead: string, several: boolean) =>
  list.map(([event, groups]) => {
    const items = groups.map(inlineGroup);
    const array =
      several && items.length > 0 ? `[\n${items.map((item) => `  ${item}, # theirs\n`).join("")}  # end\n]` : `[${items.join(", ")}]`;
    return `${lead}${key(event)} = ${array}`;
  });
const hooks: fc.Arbitrary<Hooks> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ top: [], tables: [] }) },
  {
    weight: 4,
    arbitrary: fc.tuple(events, state, fc.boolean()).map(([list, trust, superTable]) => ({
      top: [],
      tables: [
        ...(superTable ? ["[hooks]", ""] : []),
        ...list.flatMap(([event, groups]) => groups.flatMap((item) => headerGroup(event, item))),
        ...trust,
      ],
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(events, fc.boolean())
      .map(([list, several]) => ({ top: [], tables: ["[hooks]", ...arrays(list, "", several), ""] })),
  },
  { weight: 2, arbitrary: fc.tuple(events, fc.boolean()).map(([list, several]) => ({ top: arrays(list, "hooks.", several), tables: [] })) },
  {
    weight: 2,
    arbitrary: fc.tuple(events, fc.constantFrom("{ ", "{"), fc.boolean()).map(([list, open, trusted]) => {
      const pairs = [...arrays(list, "", false), ...(trusted ? ['state = { "k" = { trusted_hash = "x" } }'] : [])];
      return { top: [`hooks = ${pairs.length === 0 ? "{}" : `${open}${pairs.join(", ")} }`}`], tables: [] };
    }),
  },
);

const style = fc.record({
  eol: fc.constantFrom("\n" as const, "\r\n" as const),
  bom: fc.boolean(),
  ending: fc.constantFrom("", "\n", "\n\n", "\n# end", "\n  "),
  noise: fc.array(fc.nat(12), { minLength: 1, maxLength: 30 }),
});

/** A TOML file whose `hooks`, where it has any, are a table. */
export const tomlConfig: fc.Arbitrary<GeneratedConfig> = fc
  .tuple(pairsOf(["model", "notify", '"a b"', "sandbox.mode"]), hooks, pairsOf(["trust_level", "x", "y.z"]), fc.boolean(), style)
  .map(([top, { top: hooksTop, tables }, project, before, { eol, bom, ending, noise }]) => {
    const projects = project.length === 0 ? [] : ['[projects."/home/é/x"]', ...project, ""];
    const rest = before ? [...projects, ...tables] : [...tables, ...projects];
    const lines = [...top, ...hooksTop, ...(rest.length === 0 ? [] : ["", ...rest])];
    while (lines.at(-1) === "") lines.pop();
    const remarked = lines.map((line, at) => {
      const drawn = noise[at % noise.length];
      if (drawn === 1) return `# "half, ]\n${line}`;
      if (drawn === 2) return `${line} # c '`;
      return drawn === 3 && line === "" ? "\n" : line;
    });
    const text = `${remarked.join("\n")}${ending}`.replaceAll("\n", eol);
    return { text, bytes: new TextEncoder().encode((bom ? "\ufeff" : "") + text), eol };
  });
