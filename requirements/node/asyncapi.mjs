// Read an AsyncAPI document as other people's tools do: node asyncapi.mjs FILE
// Prints what the parser has to say; exits 1 on errors and warnings.
import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";

const [file] = process.argv.slice(2);
const { document, diagnostics } = await new Parser().parse(readFileSync(file, "utf-8"));
const WARNING = 1; // 0: error; 2 and 3: information and hints
const found = diagnostics.filter(({ severity }) => severity <= WARNING);
for (const { code, message, path, severity } of found) {
  console.error(`${severity === WARNING ? "warning" : "error"} ${code} at ${path.join("/")}: ${message}`);
}
process.exit(document === undefined || found.length > 0 ? 1 : 0);
