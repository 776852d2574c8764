// Writes the types of everything on the wire from the two documents the server generates, or says
// with `--check` whether they are current.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import type { OpenAPI3 } from "openapi-typescript";

const api = new URL("../../../docs/api/", import.meta.url);
const generated = new URL("../src/generated/", import.meta.url);

async function written(document: OpenAPI3): Promise<string> {
  const nodes = await openapiTS(document, { alphabetize: true, defaultNonNullable: false });
  return `${COMMENT_HEADER}\n${astToString(nodes)}`;
}

async function read<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(new URL(name, api), "utf8")) as T;
}

/** The frames' schemas, as the one kind of document that the generator reads. */
async function frames(): Promise<OpenAPI3> {
  const { info, components } = await read<OpenAPI3>("asyncapi.json");
  return { openapi: "3.1.0", info, paths: {}, components: { schemas: components?.schemas ?? {} } };
}

const files = {
  "rest.ts": await written(await read<OpenAPI3>("openapi.json")),
  "socket.ts": await written(await frames()),
};
const stale: string[] = [];
for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, generated);
  if (!process.argv.includes("--check")) await writeFile(file, text);
  else if ((await readFile(file, "utf8").catch(() => "")) !== text) stale.push(name);
}
if (stale.length > 0) {
  console.error(`src/generated: ${stale.join(", ")} is not current; run: npm run types`);
  process.exitCode = 1;
}
