/** The library's tables of members against the schemas that the installed binary carries. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { decodeEvent } from "agenthooks";
import { events, unknownKeys } from "agenthooks/codex";
import { embeddedSchemas } from "../agents/codex-schemas.js";
import { installAgent } from "../agents/install.js";
import type { Bench, CaseGroup } from "../case.js";
import { judge } from "../evidence.js";
import { isObject, type JsonObject, list, parseJson } from "../json.js";
import { REPOSITORY_ROOT } from "../paths.js";

const COPIES = join(REPOSITORY_ROOT, "packages", "agenthooks", "test", "schemas", "codex");
const SUFFIX = ".schema.json";

const carried = (bench: Bench): Promise<ReadonlyMap<string, JsonObject>> =>
  installAgent("codex", bench.version).then((binary) => embeddedSchemas(binary));

/** The schemas that the library's tables and tests were made from. */
const copies = (): ReadonlyMap<string, unknown> =>
  new Map(
    (existsSync(COPIES) ? readdirSync(COPIES) : [])
      .filter((file) => file.endsWith(SUFFIX))
      .map((file) => [file.slice(0, -SUFFIX.length), parseJson(readFileSync(join(COPIES, file), "utf8"))]),
  );

const properties = (schema: JsonObject | undefined): JsonObject => (isObject(schema?.properties) ? schema.properties : {});

/** `PreToolUse` of `pre-tool-use.command.input`. */
const eventOf = (title: string): string =>
  (title.split(".")[0] ?? "")
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** A schema that is named elsewhere in the same file. */
function resolved(schema: unknown, within: JsonObject): JsonObject {
  if (!isObject(schema)) return {};
  const [only] = list(schema.allOf);
  const name = /^#\/definitions\/(.*)$/.exec(String((isObject(only) ? only : schema).$ref))?.[1];
  const definitions = isObject(within.definitions) ? within.definitions : {};
  const found = name === undefined ? undefined : definitions[name];
  return isObject(found) ? found : schema;
}

/** A value that the schema takes, of any kind that has a name. */
function sample(property: unknown, within: JsonObject): unknown {
  const { enum: words, const: word, type, anyOf } = resolved(property, within);
  if (word !== undefined) return word;
  if (Array.isArray(words)) return words[0];
  if (Array.isArray(anyOf)) return sample(anyOf[0], within);
  const first = Array.isArray(type) ? type[0] : type;
  return first === "boolean" ? true : first === "object" ? {} : first === "integer" || first === "number" ? 1 : "lab";
}

/** The members of a payload of every kind that the binary names, which no view names. */
async function unnamed(schemas: ReadonlyMap<string, JsonObject>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [title, schema] of schemas) {
    if (!title.endsWith(".input")) continue;
    const payload = Object.fromEntries(Object.entries(properties(schema)).map(([member, property]) => [member, sample(property, schema)]));
    const event = await decodeEvent({ provider: "codex", payload: JSON.stringify({ ...payload, hook_event_name: eventOf(title) }) });
    found.push(...unknownKeys(event).map((member) => `${eventOf(title)}.${member}`));
  }
  return found;
}

/** What an event may be answered with by the binary's own schema. */
function answerMembers(schema: JsonObject | undefined): { readonly top: readonly string[]; readonly specific: readonly string[] } {
  const members = properties(schema);
  const specific = schema === undefined ? {} : properties(anObject(members.hookSpecificOutput, schema));
  return { top: Object.keys(members), specific: Object.keys(specific) };
}

/** A member that may be `null` names the object as one of several. */
function anObject(property: unknown, within: JsonObject): JsonObject {
  const several = isObject(property) ? list(property.anyOf) : [];
  return several.map((one) => resolved(one, within)).find((one) => one.properties !== undefined) ?? resolved(property, within);
}

/** The members that a gate of the library would send, and that the agent would throw the whole answer away for. */
function overtaken(schemas: ReadonlyMap<string, JsonObject>): readonly string[] {
  const outputs = new Map([...schemas].filter(([title]) => title.endsWith(".output")).map(([title, schema]) => [eventOf(title), schema]));
  const every = [...outputs.values()].map(answerMembers);
  const tops = new Set(every.flatMap(({ top }) => top));
  const specifics = new Set(every.flatMap(({ specific }) => specific));
  return Object.values(events).flatMap(({ nativeName, render }) => {
    const { top, specific } = answerMembers(outputs.get(nativeName));
    const takes = (answer: Parameters<typeof render>[0]): boolean => VALUES.some((value) => !refuses(() => render(fill(answer, value))));
    return [
      ...[...tops].filter((member) => !top.includes(member) && takes({ [member]: null })),
      ...[...specifics].filter((member) => !specific.includes(member) && takes({ hookSpecificOutput: { [member]: null } })),
    ].map((member) => `${nativeName}.${member}`);
  });
}

const VALUES = ["lab", true, false, "block", "allow", "deny"] as const;

type Answer = Parameters<(typeof events)["Stop"]["render"]>[0];

/** The answer with a value in the place of every `null`. */
const fill = (answer: Answer, value: string | boolean): Answer =>
  Object.fromEntries(
    Object.entries(answer).map(([member, inner]) => [
      member,
      isObject(inner) ? Object.fromEntries(Object.keys(inner).map((key) => [key, value])) : value,
    ]),
  );

function refuses(render: () => unknown): boolean {
  try {
    render();
    return false;
  } catch (error) {
    if (error instanceof TypeError) return true;
    throw error;
  }
}

export const codexSchemaCases: CaseGroup = () => [
  {
    name: "schemas.copies",
    event: "PreToolUse",
    capability: "control",
    programs: [],
    async run(bench) {
      const inBinary = await carried(bench);
      const kept = copies();
      const differing = [...new Set([...inBinary.keys(), ...kept.keys()])].filter(
        (title) => !isDeepStrictEqual(inBinary.get(title), kept.get(title)),
      );
      return judge(bench.sandbox, {
        must: { "the schemas that the library's tests hold are those of this binary": inBinary.size > 20 && differing.length === 0 },
        seen: { schemas: inBinary.size, ...(differing.length === 0 ? {} : { differing: differing.join(", ") }) },
      });
    },
  },
  {
    name: "schemas.payloads",
    event: "PreToolUse",
    capability: "control",
    programs: [],
    async run(bench) {
      const schemas = await carried(bench);
      const members = await unnamed(schemas);
      return judge(bench.sandbox, {
        must: { "the views name every member that the binary says it sends": schemas.size > 20 && members.length === 0 },
        seen: members.length === 0 ? {} : { unnamed: members.join(", ") },
      });
    },
  },
  {
    name: "schemas.answers",
    event: "PreToolUse",
    capability: "control",
    programs: [],
    async run(bench) {
      const schemas = await carried(bench);
      const { top, specific } = answerMembers(schemas.get("pre-tool-use.command.output"));
      const members = overtaken(schemas);
      return judge(bench.sandbox, {
        must: {
          "the binary says what a call may be answered with": top.includes("decision") && specific.includes("permissionDecision"),
          "no gate takes a member that the binary's schema of its event lacks": members.length === 0,
        },
        seen: members.length === 0 ? {} : { taken: members.join(", ") },
      });
    },
  },
];
