/** The tables of Codex against the schemas that its binary carries (0.171.0, `test/schemas/codex`): what is sent, and what is answered. */
import { readdirSync, readFileSync } from "node:fs";
import * as codex from "agenthooks/codex";
import { describe, expect, it } from "vitest";
import { PERMISSION, RESERVED, TAKEN } from "../../src/providers/codex/answer-keys.js";
import { SHAPES } from "../../src/providers/codex/shapes.js";
import { codexCaptures } from "../helpers/captures.js";

interface Schema {
  readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] } | true>>;
  readonly required?: readonly string[];
  readonly additionalProperties: boolean;
  readonly definitions?: Readonly<Record<string, Schema & { readonly enum?: readonly string[] }>>;
}
const FOLDER = new URL("../schemas/codex/", import.meta.url);
const files = readdirSync(FOLDER);
const schemaOf = (file: string) => JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as Schema;
/** `pre-tool-use.command.input.schema.json` is of PreToolUse. */
const eventOf = (file: string) => (file.split(".")[0] as string).replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase());
const inputs = files.filter((file) => file.includes(".input."));
const outputs = files.filter((file) => file.includes(".output."));
const definition = (schema: Schema, end: string) => Object.entries(schema.definitions ?? {}).find(([name]) => name.endsWith(end))?.[1];
const keys = (...tables: readonly (object | undefined)[]) => tables.flatMap((one) => Object.keys(one ?? {})).toSorted();

it("there is a schema for each event but the two about the model, and for each answer", () => {
  const own = codex.adapter.events.map((row) => row.native).filter((name) => !name.endsWith("ModelRequest"));
  expect(inputs.map(eventOf).toSorted()).toEqual(own.toSorted());
  expect(outputs.map(eventOf).toSorted()).toEqual(Object.keys(TAKEN).toSorted());
});

it.each(inputs)("%s has the members of the view", (file) => {
  const schema = schemaOf(file);
  expect(keys(SHAPES[eventOf(file) as keyof typeof SHAPES])).toEqual(keys(schema.properties));
  const own = codexCaptures.filter(({ event }) => event === eventOf(file));
  expect(own.length).toBeGreaterThan(0);
  for (const { payload, title } of own) for (const name of schema.required ?? []) expect(Object.keys(payload), title).toContain(name);
});

describe.each(outputs)("%s", (file) => {
  const event = eventOf(file);
  const schema = schemaOf(file);
  const taken = TAKEN[event];
  const specific = definition(schema, "HookSpecificOutputWire");

  it("takes at its top what the tables know, and nothing else", () => {
    const { hookSpecificOutput, ...top } = schema.properties;
    expect(schema.additionalProperties).toBe(false);
    expect(keys(taken?.top, RESERVED[event]?.top)).toEqual(keys(top));
    expect(taken?.specific !== undefined).toBe(hookSpecificOutput !== undefined);
  });

  it("takes in its object what the tables know, and nothing else", () => {
    const { hookEventName, ...members } = specific?.properties ?? {};
    expect(keys(taken?.specific, RESERVED[event]?.specific)).toEqual(keys(members));
    if (specific) expect([hookEventName !== undefined, specific.required]).toEqual([true, ["hookEventName"]]);
  });
});

it("the words that are answered are words of the agent", () => {
  const pre = schemaOf("pre-tool-use.command.output.schema.json");
  const verdicts = definition(pre, "PermissionDecisionWire")?.enum;
  expect(verdicts).toEqual(expect.arrayContaining([...(TAKEN.PreToolUse?.specific?.permissionDecision ?? ["none"])]));
  expect(definition(pre, "ToolUseDecisionWire")?.enum).toContain("block");
  const permission = schemaOf("permission-request.command.output.schema.json");
  expect(definition(permission, "BehaviorWire")?.enum).toEqual(Object.keys(PERMISSION));
  const { behavior, ...members } = definition(permission, "RequestDecisionWire")?.properties ?? {};
  expect([keys(PERMISSION.allow, PERMISSION.deny, RESERVED.PermissionRequest?.permission), behavior !== undefined]).toEqual([
    keys(members),
    true,
  ]);
});
