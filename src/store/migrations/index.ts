// Every migration, in order. A program knows the shape after the last one and no other.

import { registry } from "./0001-registry.ts";
import { versionDependencies } from "./0002-version-dependencies.ts";
import type { Migration } from "./migration.ts";

export const migrations: readonly Migration[] = [registry, versionDependencies];
