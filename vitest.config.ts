import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    // Vitest leaves one processor to itself, which on two leaves one; files that wait for children and servers share well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
  define: { __PTC_VERSION__: JSON.stringify("test") },
});
