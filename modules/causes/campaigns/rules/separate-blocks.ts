import { DomUtils, ElementType, parseDocument } from 'htmlparser2'

/** Blocks that a story can't contain: the paragraphs of mails, word processors and web pages. */
const foreign =
  'div section article aside header footer main nav address center figure figcaption details summary pre dl dt dd table caption thead tbody tfoot tr form fieldset hr h5 h6'.split(
    ' ',
  )
const cells: ReadonlySet<string> = new Set(['td', 'th'])
const hasForeign = new RegExp(`<(?:${[...foreign, ...cells].join('|')})\\b`, 'i')
const foreignTags: ReadonlySet<string> = new Set(foreign)
const lists: ReadonlySet<string> = new Set(['ul', 'ol'])
const ownTags: ReadonlySet<string> = new Set([...lists, 'p', 'li', 'h1', 'h2', 'h3', 'h4', 'blockquote'])
const alone: ReadonlySet<string> = new Set(['img', 'iframe'])

type Parsed = ReturnType<typeof parseDocument>['children'][number]
type Tag = Extract<Parsed, { name: string; attribs: object }>

const isTag = (node: Parsed): node is Tag => node.type === ElementType.Tag
const childrenOf = (node: Parsed): readonly Parsed[] => ('children' in node ? node.children : [])
const isBlock = (node: Parsed): boolean => isTag(node) && (foreignTags.has(node.name) || ownTags.has(node.name))
const hasBlocks = (node: Parsed): boolean => isBlock(node) || childrenOf(node).some(hasBlocks)

/**
 * Makes paragraphs of blocks that a story can't contain, and puts spaces between cells, so that removing their tags joins no
 * words: `<div>Zakat</div><div>today</div>` (content-38).
 */
export const separateBlocks = (html: string): string =>
  hasForeign.test(html) ? paragraphsOf(parseDocument(html).children) : html

const write = (node: Parsed): string =>
  isTag(node) && cells.has(node.name) ? `${DomUtils.getInnerHTML(node)} ` : DomUtils.getOuterHTML(node)

/** Writes blocks one after the other, and what is between them as paragraphs. */
function paragraphsOf(nodes: readonly Parsed[]): string {
  let [written, text]: [string, Parsed[]] = ['', []]
  const endText = () => {
    if (text.some((node) => node.type !== ElementType.Text || DomUtils.textContent(node).trim() !== ''))
      written += `<p>${text.map(write).join('')}</p>`
    text = []
  }
  for (const node of nodes) {
    if (!hasBlocks(node) && !(isTag(node) && alone.has(node.name))) text.push(node)
    else {
      endText()
      written += writeBlock(node)
    }
  }
  endText()
  return written
}

function writeBlock(node: Parsed): string {
  const children = childrenOf(node)
  if (!isTag(node) || !children.some(hasBlocks))
    return isTag(node) && foreignTags.has(node.name) ? paragraphsOf(children) : write(node)
  if (lists.has(node.name)) return `<${node.name}>${children.map(writeBlock).join('')}</${node.name}>`
  const inner = paragraphsOf(children)
  return node.name === 'li' || node.name === 'blockquote' ? `<${node.name}>${inner}</${node.name}>` : inner
}
