// Types of the pages' scripts, made from the description of the interface that the server serves (its Rust
// types).
// `node tests/types.mjs` writes web/js/types.d.ts anew; a test fails when it is out of date.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const FILE = fileURLToPath(new URL("../js/types.d.ts", import.meta.url));

const named = (ref) => ref.split("/").pop();

/** A schema as a type. */
function type(schema, depth = 1) {
  if (!schema || !Object.keys(schema).some((k) => k !== "description")) return "unknown";
  if (schema.$ref) return named(schema.$ref);
  for (const key of ["oneOf", "anyOf"])
    if (schema[key]) return [...new Set(schema[key].map((s) => type(s, depth)))].join(" | ");
  if (schema.allOf) return schema.allOf.map((s) => type(s, depth)).join(" & ");
  if (schema.enum) return schema.enum.map((v) => JSON.stringify(v)).join(" | ");
  if (Array.isArray(schema.type))
    return [...new Set(schema.type.map((t) => type({ ...schema, type: t }, depth)))].join(" | ");
  switch (schema.type) {
    case "integer":
    case "number":
      return "number";
    case "boolean":
    case "string":
    case "null":
      return schema.type;
    case "array": {
      if (schema.prefixItems) return `[${schema.prefixItems.map((s) => type(s, depth)).join(", ")}]`;
      const of = type(schema.items, depth);
      return /[|&]/.test(of) && !of.startsWith("[") ? `(${of})[]` : `${of}[]`;
    }
    default:
      return fields(schema, depth);
  }
}

const comment = ({ description }, pad = "") =>
  description ? `${pad}/** ${description.replaceAll("\n", " ")} */\n` : "";

function fields(schema, depth) {
  const pad = "  ".repeat(depth);
  const lines = Object.entries(schema.properties || {}).map(([name, s]) => {
    const sign = schema.required?.includes(name) ? "" : "?";
    return `${comment(s, pad)}${pad}${name}${sign}: ${type(s, depth + 1)};\n`;
  });
  const rest = schema.additionalProperties;
  const of = lines.length || !rest || rest === true ? "unknown" : type(rest, depth + 1);
  if (rest || !lines.length) lines.push(`${pad}[name: string]: ${of};\n`);
  return `{\n${lines.join("")}${"  ".repeat(depth - 1)}}`;
}

/** The whole file. */
export function typescript(api) {
  const schemas = Object.entries(api.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    `// Made from the server's description of its interface by \`npm run types\`; not to be edited.\n\n` +
    schemas.map(([name, s]) => `${comment(s)}export type ${name} = ${type(s)};\n`).join("\n")
  );
}

/** What does not fit a schema: missing and unknown fields, wrong kinds. */
export function misfits(api, schema, value, path = "") {
  if (!schema || !Object.keys(schema).some((k) => k !== "description")) return [];
  if (schema.$ref) return misfits(api, api.components.schemas[named(schema.$ref)], value, path);
  const options = schema.oneOf || schema.anyOf;
  if (options) {
    const all = options.map((s) => misfits(api, s, value, path));
    return all.some((m) => !m.length) ? [] : all.sort((a, b) => b.length - a.length)[0];
  }
  if (schema.allOf)
    return schema.allOf
      .flatMap((s) => misfits(api, s, value, path))
      .filter((m) => !m.endsWith("is not described"));
  const kinds = [schema.type].flat(),
    kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  const fits = kinds.some(
    (k) => k === undefined || k === kind || (k === "integer" && Number.isInteger(value)),
  );
  if (!fits) return [`${path} is ${kind}, not ${kinds.join(" or ")}`];
  if (kind === "array")
    return schema.prefixItems
      ? schema.prefixItems.flatMap((s, i) => misfits(api, s, value[i], `${path}[${i}]`))
      : value.slice(0, 400).flatMap((v, i) => misfits(api, schema.items, v, `${path}[${i}]`));
  if (kind !== "object" || (!schema.properties && !schema.additionalProperties)) return [];
  const known = schema.properties || {};
  return [
    ...(schema.required || []).filter((name) => !(name in value)).map((name) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, v]) =>
      known[name]
        ? misfits(api, known[name], v, `${path}.${name}`)
        : schema.additionalProperties
          ? typeof schema.additionalProperties === "object"
            ? misfits(api, schema.additionalProperties, v, `${path}.${name}`)
            : []
          : [`${path}.${name} is not described`],
    ),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { table } = await import("./harness.mjs");
  const t = await table();
  writeFileSync(FILE, typescript(await (await fetch(t.url + "/api/openapi.json")).json()));
  await t.close();
  console.log(FILE);
}
