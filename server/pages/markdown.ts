import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import type { InformationNode, InformationPage, InformationTag } from '#shared/pages/information-pages.ts'

/** Allowed targets of a link: our own pages, a heading, the web, an email address or a telephone number. */
const safeHref = /^(?:\/(?![/\\])|#|https:\/\/|mailto:|tel:)/

export type Placeholders = {
  /** The text of each placeholder `{{name}}`; a line with an undefined one is left out. */
  readonly texts: Readonly<Record<string, string | undefined>>
  /** The block that replaces a paragraph that is only `{{name}}`. */
  readonly blocks: Readonly<Record<string, readonly InformationNode[]>>
}

const place = /\{\{(\w+)\}\}/g

/**
 * Parses Markdown into the tree of a page. HTML stays text, pictures become their description, and a link with an
 * unsafe target becomes its text. Placeholders are filled after parsing, so no setting is parsed as Markdown.
 */
export function parsePage(markdown: string, { texts, blocks }: Placeholders): Omit<InformationPage, 'language'> {
  const isMissing = (name: string) => !(name in blocks) && texts[name] === undefined
  const source = markdown
    .split('\n')
    .filter((line) => ![...line.matchAll(place)].some(([, name = '']) => isMissing(name)))
    .join('\n')
  const fill = (text: string) => text.replace(place, (_place, name: string) => texts[name] ?? '')
  const ids = new Map<string, number>()

  function idOf(text: string): string {
    const base =
      text
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.join('-') ?? 'part'
    const count = (ids.get(base) ?? 0) + 1
    ids.set(base, count)
    return count === 1 ? base : `${base}-${count}`
  }

  const element = (tag: InformationTag, tokens: readonly Token[] = []): InformationNode => ({
    tag,
    children: nodesOf(tokens),
  })
  const cells = (tag: 'th' | 'td', row: readonly Tokens.TableCell[]): InformationNode => ({
    tag: 'tr',
    children: row.map(({ tokens }) => element(tag, tokens)),
  })

  function nodesOf(tokens: readonly Token[]): InformationNode[] {
    return (tokens as readonly MarkedToken[]).flatMap(nodeOf)
  }

  function linkOf({ href, tokens }: Tokens.Link): InformationNode[] {
    const target = fill(href)
    const children = nodesOf(tokens)
    return safeHref.test(target) ? [{ tag: 'a', href: target, children }] : children
  }

  function nodeOf(token: MarkedToken): readonly InformationNode[] {
    switch (token.type) {
      case 'heading': {
        const children = nodesOf(token.tokens)
        return [{ tag: token.depth <= 2 ? 'h2' : 'h3', id: idOf(plainText(children)), children }]
      }
      case 'paragraph': {
        const block = /^\{\{(\w+)\}\}$/.exec(token.text.trim())?.[1]
        return (block === undefined ? undefined : blocks[block]) ?? [element('p', token.tokens)]
      }
      case 'list':
        return [{ tag: token.ordered ? 'ol' : 'ul', children: token.items.map((item) => element('li', item.tokens)) }]
      case 'table':
        return [
          {
            tag: 'table',
            children: [
              { tag: 'thead', children: [cells('th', token.header)] },
              { tag: 'tbody', children: token.rows.map((row) => cells('td', row)) },
            ],
          },
        ]
      case 'blockquote':
      case 'strong':
      case 'em':
        return [element(token.type, token.tokens)]
      case 'link':
        return linkOf(token)
      case 'br':
      case 'hr':
        return [element(token.type)]
      case 'code':
      case 'codespan':
        return [{ tag: 'code', children: [fill(token.text)] }]
      case 'del':
        return nodesOf(token.tokens)
      case 'text':
        return token.tokens ? nodesOf(token.tokens) : [fill(token.text)]
      case 'escape':
      case 'html':
      case 'image':
        return [fill(token.text)]
      default:
        // Blank lines, link definitions, and checkboxes of task lists are left out.
        return []
    }
  }

  const tokens = lexer(source)
  const first = tokens.findIndex(({ type }) => type === 'heading')
  const title = first < 0 ? '' : plainText(nodesOf((tokens[first] as Tokens.Heading).tokens))
  const body = nodesOf(tokens.toSpliced(Math.max(first, 0), first < 0 ? 0 : 1))
  const opening = body.find((node) => typeof node === 'object' && node.tag === 'p')
  return {
    title,
    description: opening ? plainText([opening]) : '',
    body,
    contents: body.flatMap((node) =>
      typeof node === 'object' && node.tag === 'h2' && 'id' in node
        ? [{ id: node.id, title: plainText(node.children) }]
        : [],
    ),
  }
}

const plainText = (nodes: readonly InformationNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : plainText(node.children))).join('')
