/** JSON configurations with hooks of others in them, in any layout. */
import fc from "fast-check";
import { EVENTS, type GeneratedConfig } from "./config-parts.js";

/** A value before it is laid out; a string is the text of a plain value. */
type Model = string | { readonly members: readonly (readonly [string, Model])[] } | { readonly elements: readonly Model[] };

interface Style {
  /** `undefined`: all on one line. */
  readonly unit: string | undefined;
  readonly eol: "\n" | "\r\n";
  readonly bom: boolean;
  readonly ending: string;
  /** How densely things on one line are set. */
  readonly space: "" | " ";
  /** Choices for the places between tokens, used in turn. */
  readonly noise: readonly number[];
}

const text = fc.constantFrom("", "x", "a,]b", "// no comment", "/* nor this", "設定 ✅", 'q"\\', "\u2028", "__proto__", "l\nl");
const plain: fc.Arbitrary<Model> = fc.oneof(
  text.map((value) => JSON.stringify(value)),
  fc.constantFrom("1", "9007199254740993117", "-0", "1.10", "1E400", "true", "false", "null", '"\\u00e9\\/"'),
);

const anything = fc.letrec<{ value: Model }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    plain,
    fc.array(tie("value"), { maxLength: 3 }).map((elements) => ({ elements })),
    fc.uniqueArray(fc.tuple(text, tie("value")), { maxLength: 3, selector: ([name]) => name }).map((members) => ({ members })),
  ),
})).value;

const deep: fc.Arbitrary<Model> = fc
  .nat(60)
  .map((depth) => Array.from({ length: depth }).reduce<Model>((inner) => ({ elements: [{ members: [["in", inner]] }] }), "1"));

const unknown = fc.option(fc.tuple(fc.constantFrom("futureKey", "é", "_note"), anything), { nil: undefined, freq: 3 });

function object(...members: readonly (readonly [string, Model] | undefined)[]): Model {
  return { members: members.filter((member) => member !== undefined) };
}

const handler = fc
  .tuple(
    fc.constantFrom("bar", "other-tool remind", "jq -n '{a:[1,]}'", "/home/o'neil/.agenthooks/guard/run-not", "echo 設定"),
    fc.constantFrom(undefined, "5", "9007199254740993117"),
    unknown,
  )
  .map(([command, timeout, more]) =>
    object(["type", '"command"'], ["command", JSON.stringify(command)], timeout === undefined ? undefined : ["timeout", timeout], more),
  );

const group = fc
  .tuple(
    fc.constantFrom(undefined, '"Bash"', '"Grep|Glob"', '""', "5"),
    fc.array(fc.oneof({ weight: 9, arbitrary: handler }, plain), { maxLength: 3 }),
    unknown,
  )
  .map(([matcher, elements, more]) => object(matcher === undefined ? undefined : ["matcher", matcher], ["hooks", { elements }], more));

const groups = fc
  .array(fc.oneof({ weight: 9, arbitrary: group }, { weight: 1, arbitrary: handler }, { weight: 1, arbitrary: plain }), { maxLength: 3 })
  .map((elements) => ({ elements }));

const hooks = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...EVENTS, "Notification", "BrandNewEvent"), groups), { maxLength: 5, selector: ([name]) => name })
  .map((members) => ({ members }));

const root: fc.Arbitrary<Model> = fc
  .tuple(
    fc.uniqueArray(fc.tuple(fc.constantFrom("model", "env", "permissions", "a b", "é"), anything), {
      maxLength: 3,
      selector: ([name]) => name,
    }),
    fc.option(hooks, { nil: undefined, freq: 5 }),
    fc.option(deep, { nil: undefined, freq: 1 }),
    fc.nat(3),
  )
  .map(([members, event, nested, at]) => {
    const all: (readonly [string, Model])[] = [...members, ...(nested === undefined ? [] : [["deep", nested] as const])];
    if (event !== undefined) all.splice(at, 0, ["hooks", event]);
    return { members: all };
  });

const style: fc.Arbitrary<Style> = fc.record({
  unit: fc.constantFrom("  ", "    ", "\t", " ", "", undefined),
  eol: fc.constantFrom("\n", "\r\n"),
  bom: fc.boolean(),
  ending: fc.constantFrom("", "\n", "\r\n", "\n\n", "  "),
  space: fc.constantFrom("", " "),
  noise: fc.array(fc.nat(40), { minLength: 1, maxLength: 40 }),
});

/** A JSON file with an object at its root; with comments and commas too many only as `jsonc`. */
export function jsonConfig(dialect: "json" | "jsonc"): fc.Arbitrary<GeneratedConfig> {
  return fc.tuple(root, style).map(([model, how]) => {
    const body = layout(model, how, dialect === "jsonc") + how.ending;
    return { text: body, bytes: new TextEncoder().encode((how.bom ? "\ufeff" : "") + body), eol: how.eol };
  });
}

function layout(model: Model, { unit, eol, space, noise }: Style, loose: boolean): string {
  let drawn = 0;
  const draw = () => noise[drawn++ % noise.length] ?? 0;
  const remark = (lineEnds: boolean) => {
    const drawnNow = loose ? draw() : 0;
    if (drawnNow === 1) return "/* a , ] */";
    if (drawnNow === 2) return ' /* "half */ ';
    return drawnNow === 3 && lineEnds ? ' // 60" long, keep' : "";
  };
  const bracketed = (
    items: readonly ((indent: string | undefined) => string)[],
    open: string,
    close: string,
    indent: string | undefined,
  ): string => {
    // some brackets are set on one line in a file of many
    const flat = unit === undefined || indent === undefined || draw() % 4 === 0;
    const inner = flat ? undefined : indent + unit;
    const gap = (last: boolean) => (flat ? (last && items.length > 0 ? space : "") : eol + (last ? indent : inner));
    if (items.length === 0) {
      const inside = ["", "", "", " ", flat ? "" : eol][draw() % 5] ?? "";
      return open + (remark(false) || inside) + close;
    }
    const parts = items.map((item, index) => {
      const end = index < items.length - 1 || (loose && draw() % 3 === 0) ? "," : "";
      const before = flat ? (index === 0 ? space : space + ["", " "][draw() % 2]) : gap(false);
      return before + remark(false) + item(inner) + end + remark(!flat);
    });
    return open + parts.join("") + gap(true) + close;
  };
  const write = (value: Model, indent: string | undefined): string => {
    if (typeof value === "string") return value;
    if ("elements" in value)
      return bracketed(
        value.elements.map((item) => (inner) => write(item, inner)),
        "[",
        "]",
        indent,
      );
    return bracketed(
      value.members.map(
        ([name, item]) =>
          (inner) =>
            `${JSON.stringify(name)}${remark(false)}:${space}${write(item, inner)}`,
      ),
      "{",
      "}",
      indent,
    );
  };
  return (loose ? remark(false) : "") + write(model, "");
}
