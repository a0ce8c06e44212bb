/** XML that is already written and escaped. */
export type XmlNode = string & { readonly xml: unique symbol };

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' };

/** What XML 1.0 cannot hold, in no form: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const impossible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

const possible = (value: string): string => value.replaceAll(impossible, '\uFFFD');

/** Text content; what cannot stand in XML becomes U+FFFD. */
export const text = (value: string): XmlNode => possible(value).replaceAll(/[&<>\r]/g, (character) => named[character] ?? '') as XmlNode;

const attribute = ([name, value]: [string, string]): string =>
  ` ${name}="${possible(value).replaceAll(/[&<>"\t\n\r]/g, (character) => named[character] ?? '')}"`;

/** An element; children that are elements stand on lines of their own. */
export const element = (name: string, attributes: Record<string, string>, children: readonly XmlNode[]): XmlNode => {
  const head = `${name}${Object.entries(attributes).map(attribute).join('')}`;
  if (children.length === 0) return `<${head}/>` as XmlNode;
  const content = children.join(children.some((child) => child.startsWith('<')) ? '\n' : '');
  return (content.startsWith('<') ? `<${head}>\n${content}\n</${name}>` : `<${head}>${content}</${name}>`) as XmlNode;
};
