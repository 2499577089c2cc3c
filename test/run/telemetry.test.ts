// Runs as traces of the real OpenTelemetry SDK.

import { trace } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, expect, it } from "vitest";
import { telemetryListener } from "../../src/host/telemetry.ts";
import { run } from "../../src/index.ts";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
trace.setGlobalTracerProvider(provider);
afterAll(() => provider.shutdown());

it("reports a run, its calls inside it, and what failed", async () => {
  const tools = [{ name: "id", inputSchema: {}, run: async ({ v }: { v: number }) => v }];
  await run('(pmap #(tool/id {:v %}) [1 2]) (+ 1 "x")', { tools, onEvent: await telemetryListener() });
  const spans = exporter.getFinishedSpans();
  const root = spans.find((s) => s.name === "ptc run");
  const calls = spans.filter((s) => s.name === "tool/id");
  expect(calls.map((s) => s.parentSpanContext?.spanId)).toEqual([
    root?.spanContext().spanId,
    root?.spanContext().spanId,
  ]);
  expect(calls.map((s) => s.attributes["ptc.branch"])).toEqual(["p1[0]", "p1[1]"]);
  expect(root?.status.message).toContain("type_error");
});
