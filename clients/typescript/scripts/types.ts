// Writes the types of everything on the wire from the two documents the server generates, or says
// with `--check` whether they are current.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import type { OpenAPI3 } from "openapi-typescript";

const api = new URL("../../../docs/api/", import.meta.url);
const file = new URL("../src/generated/wire.ts", import.meta.url);

async function read(name: string): Promise<OpenAPI3> {
  return JSON.parse(await readFile(new URL(name, api), "utf8")) as OpenAPI3;
}

/** Examples are no part of a type, and those of JSON Schemas would be read as schemas of this document. */
function withoutExamples<T>(paths: T): T {
  return JSON.parse(JSON.stringify(paths), (key, value: unknown) => (key === "examples" ? undefined : value)) as T;
}

/** Both in one: what they share is made of the same classes, and REST's draft of JSON Schema says more. */
async function everything(): Promise<OpenAPI3> {
  const [rest, socket] = await Promise.all([read("openapi.json"), read("asyncapi.json")]);
  const schemas = { ...socket.components?.schemas, ...rest.components?.schemas };
  return { ...rest, paths: withoutExamples(rest.paths ?? {}), components: { ...rest.components, schemas } };
}

const nodes = await openapiTS(await everything(), { alphabetize: true, defaultNonNullable: false });
const text = `${COMMENT_HEADER}\n${astToString(nodes)}`;
if (!process.argv.includes("--check")) await writeFile(file, text);
else if ((await readFile(file, "utf8").catch(() => "")) !== text) {
  console.error("src/generated/wire.ts is not current; run: npm run types");
  process.exitCode = 1;
}
