// Runs as OpenTelemetry traces: one span for the run, one inside it for each tool call, branches of a parallel call as
// attributes. The API package is the host's own; without it there is nothing to report to and nothing happens.

import type { RunEvent } from "../run/events.ts";

/** What of @opentelemetry/api is used, so that the package need not be installed to compile or run this. */
interface SpanLike {
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  addEvent(name: string, attributes?: Record<string, string | number>): unknown;
  end(): void;
}
interface ApiLike {
  readonly trace: {
    getTracer(name: string): {
      startSpan(name: string, options: { attributes: Record<string, string | number> }, context: unknown): SpanLike;
    };
    setSpan(context: unknown, span: SpanLike): unknown;
  };
  readonly context: { active(): unknown };
}

const ERROR = 2;

/** A listener for `onEvent`. Resolves to one that does nothing when @opentelemetry/api is not installed. */
export async function telemetryListener(): Promise<(event: RunEvent) => void> {
  const name = "@opentelemetry/api";
  let api: ApiLike;
  try {
    api = (await import(name)) as ApiLike;
  } catch {
    return () => {};
  }
  return listenerFor(api);
}

function listenerFor(api: ApiLike): (event: RunEvent) => void {
  const tracer = api.trace.getTracer("ptc");
  const runs = new Map<string, { readonly span: SpanLike; readonly context: unknown }>();
  const calls = new Map<string, SpanLike>();
  return (event) => {
    switch (event.type) {
      case "run-start": {
        const outer = api.context.active();
        const attributes = { "ptc.run": event.run, "ptc.source.length": event.source.length };
        const span = tracer.startSpan("ptc run", { attributes }, outer);
        runs.set(event.run, { span, context: api.trace.setSpan(outer, span) });
        return;
      }
      case "tool-start": {
        const run = runs.get(event.run);
        if (run === undefined) return;
        const attributes = {
          "ptc.tool": event.tool,
          "ptc.call": event.id,
          ...(event.parent === null ? {} : { "ptc.branch": event.parent }),
        };
        calls.set(`${event.run} ${event.id}`, tracer.startSpan(`tool/${event.tool}`, { attributes }, run.context));
        return;
      }
      case "tool-end": {
        const key = `${event.run} ${event.id}`;
        const span = calls.get(key);
        calls.delete(key);
        span?.setAttribute("ptc.attempts", event.attempts);
        if (event.outcome.ok === false) span?.setStatus({ code: ERROR, message: event.outcome.message });
        span?.end();
        return;
      }
      case "limit-warning":
        runs.get(event.run)?.span.addEvent("limit-warning", { limit: event.limit, used: event.used, of: event.of });
        return;
      case "run-end": {
        const run = runs.get(event.run);
        runs.delete(event.run);
        run?.span.setAttribute("ptc.outcome", event.outcome);
        run?.span.setAttribute("ptc.fuel", event.fuel);
        if (event.error !== null)
          run?.span.setStatus({ code: ERROR, message: `${event.error.reason}: ${event.error.message}` });
        run?.span.end();
        return;
      }
      default:
        return;
    }
  };
}
