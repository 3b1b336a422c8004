/** `<program> agenthooks worker`: does the deferred work that is on disk, oldest first, one poisoned entry not stopping the rest. */
import { rawOf } from "../../event/raw.js";
import { type Hooks, partsOf } from "../../router/hooks.js";
import { forProvider, type ProgramParts } from "../../router/program.js";
import { contextMaker } from "../core/context.js";
import { logError } from "../core/failure.js";
import { observes } from "../core/observes.js";
import type { AdapterSource, DeferredEntry } from "../core/services.js";
import { type ProcessServices, processServices } from "./services.js";

/** What one entry may take. */
const ENTRY_MS = 10 * 60 * 1000;

/** Does the work and ends the process. */
export async function runWorker(hooks: Hooks, adapters: AdapterSource): Promise<void> {
  const parts = partsOf(hooks);
  const services = processServices(parts, process.env);
  await work(parts, adapters, services);
  services.flush();
  process.exit(0);
}

/** Resolves when nothing waits any more, or what waits has failed in this round. */
async function work(parts: ProgramParts, adapters: AdapterSource, services: ProcessServices): Promise<void> {
  const { outbox } = services;
  if (!outbox) return;
  const tried = new Set<string>();
  for (;;) {
    const name = outbox.waiting().find((one) => !tried.has(one));
    if (name === undefined) return;
    tried.add(name);
    const claimed = outbox.claim(name, services.clock.now());
    if (!claimed) continue;
    try {
      await perform(parts, adapters, services, claimed.entry);
      claimed.done();
    } catch (error) {
      const again = claimed.failed();
      logError(services.log, "error", "deferred work failed", error, { id: claimed.entry.id, again });
    }
    services.flush();
  }
}

async function perform(parts: ProgramParts, adapters: AdapterSource, services: ProcessServices, entry: DeferredEntry): Promise<void> {
  const { work: what } = entry;
  const { workers } = parts.stages;
  const deadline = services.clock.now() + ENTRY_MS;
  if (what.type === "worker") {
    const worker = workers.get(what.worker);
    if (!worker) throw new TypeError(`no worker ${JSON.stringify(what.worker)} in this version of the program`);
    const contexts = contextMaker(services, what.session, undefined, workers);
    await worker.run(what.payload, contexts.for({ program: worker.program, name: what.worker, options: {} }, deadline));
    return;
  }
  const adapter = await adapters.load(what.provider);
  if (!adapter) throw new TypeError(`no adapter for ${what.provider}`);
  const raw = rawOf(Buffer.from(what.payload, "base64"));
  const event = adapter.decode({ raw, nativeName: what.event, variant: what.variant, hostVersion: what.hostVersion, env: services.env });
  const contexts = contextMaker(services, event.session.id, event.session.cwd, workers);
  const observers = parts.stages.observers.filter((stage) => stage.options.blocking === false && observes(stage, event));
  const handlers = parts.stages.handlers.filter(
    (stage) => stage.options.blocking === false && stage.kind === event.kind && forProvider(stage, event),
  );
  const results = await Promise.allSettled(
    [...observers, ...handlers].map(async (stage) => stage.run(event, contexts.for(stage, deadline))),
  );
  for (const result of results) {
    if (result.status === "rejected") logError(services.log, "warn", "a deferred stage failed", result.reason, { event: what.event });
  }
}
