type Property = { type?: string; enum?: readonly unknown[]; items?: Property; minimum?: number; maximum?: number };
type Parameters = { properties?: Record<string, Property>; required?: readonly string[] };

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

const fits = (type: string, value: unknown): boolean => typeOf(value) === type || (type === 'number' && typeof value === 'number');

const faultOf = (name: string, property: Property, value: unknown): string | null => {
  if (property.type !== undefined && !fits(property.type, value))
    return `argument "${name}" must be of type ${property.type}, not ${typeOf(value)}`;
  if (property.enum !== undefined && !property.enum.includes(value)) return `argument "${name}" must be one of ${property.enum.join(', ')}`;
  if (typeof value === 'number' && (value < (property.minimum ?? -Infinity) || value > (property.maximum ?? Infinity)))
    return `argument "${name}" must be from ${property.minimum ?? 'any'} to ${property.maximum ?? 'any'}`;
  if (property.items !== undefined && Array.isArray(value))
    return value.map((item) => faultOf(`${name}[]`, property.items as Property, item)).find((fault) => fault !== null) ?? null;
  return null;
};

/** What is wrong with arguments by a tool's JSON Schema (types, enums, ranges, required and unknown names), or null. */
export const argumentFault = (parameters: Record<string, unknown>, given: Record<string, unknown>): string | null => {
  const { properties = {}, required = [] } = parameters as Parameters;
  const missing = required.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) return `argument "${missing}" is missing`;
  for (const [name, value] of Object.entries(given)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined)
      return `there is no argument "${name.slice(0, 80)}"; this tool takes ${Object.keys(properties).join(', ') || 'none'}`;
    const fault = faultOf(name, property, value);
    if (fault !== null) return fault;
  }
  return null;
};
