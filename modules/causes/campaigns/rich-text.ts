import { ElementType, parseDocument } from 'htmlparser2'
import sanitize from 'sanitize-html'
import type { RichNode, RichTag } from '#shared/rich-text.ts'
import { readVideo, type Video, videoEmbedUrl } from '#shared/input/video.ts'
import { separateBlocks } from './rules/separate-blocks.ts'

const tags: readonly string[] = [
  'p',
  'br',
  'strong',
  'em',
  'ul',
  'ol',
  'li',
  'h2',
  'h3',
  'blockquote',
] satisfies readonly RichTag[]
/** Only pictures uploaded here. */
const ownPicture = /^\/media\/[\w-]{1,64}\.webp(\?[\w=&]{0,60})?$/
/** The addresses of players, as in the code that YouTube and Vimeo offer to copy. */
const player =
  /^https:\/\/(?:www\.youtube(?:-nocookie)?\.com\/embed|player\.vimeo\.com\/video)\/[\w-]+(?:\?[^\s"'<>]*)?$/
const linkTo = /^(?:https:\/\/[^\s]+|mailto:[^\s@]+@[^\s@]+)$/
/** Rejects URLs with a user name before the host (`https://google.com@evil.example`), which mislead readers. */
const isLink = (href: string): boolean => {
  const url = linkTo.test(href) ? URL.parse(href) : null
  return url !== null && url.username === '' && url.password === ''
}

const videoOf = (src: string): Video | undefined => (player.test(src) ? readVideo(src) : undefined)

/** Maximum nesting. Real text, even from pasted pages, has less, and rendering is recursive. */
const deepest = 100

const marks: Readonly<Record<string, 'strong' | 'em'>> = { b: 'strong', strong: 'strong', i: 'em', em: 'em' }
const styleOf = (style: string, property: string): string =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([\\w-]+)`, 'i').exec(style)?.[1]?.toLowerCase() ?? ''

/**
 * Returns the mark of pasted text, whose style wins over its tag: Google Docs wraps a whole text in `<b
 * style="font-weight:normal">` and marks its bold words as `<span style="font-weight:700">`.
 */
function markOf(name: string, { style = '' }: sanitize.Attributes): sanitize.Tag {
  const [weight, slant] = [styleOf(style, 'font-weight'), styleOf(style, 'font-style')]
  const mark = marks[name]
  const isBold = weight === '' ? mark === 'strong' : /^(?:bold|bolder|[6-9]00)$/.test(weight)
  const isItalic = slant === '' ? mark === 'em' : /^(?:italic|oblique)$/.test(slant)
  if (isBold) return { tagName: 'strong', attribs: {} }
  return { tagName: isItalic ? 'em' : 'span', attribs: {} }
}

const options: sanitize.IOptions = {
  allowedTags: [...tags, 'a', 'img', 'iframe'],
  allowedAttributes: { a: ['href'], img: ['src', 'alt'], iframe: ['src'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: deepest,
  transformTags: {
    b: markOf,
    strong: markOf,
    i: markOf,
    em: markOf,
    span: markOf,
    font: markOf,
    h1: 'h2',
    h4: 'h3',
    iframe: (tagName, { src = '' }) => {
      const video = videoOf(src)
      return { tagName, attribs: { src: video ? videoEmbedUrl(video) : '' } }
    },
  },
  exclusiveFilter: ({ tag, attribs }) =>
    (tag === 'img' && !ownPicture.test(attribs.src ?? '')) ||
    (tag === 'iframe' && !videoOf(attribs.src ?? '')) ||
    (tag === 'a' && !isLink(attribs.href ?? '') ? 'excludeTag' : false),
}

/** Characters that change the direction of later text. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** Sanitizes HTML to what a story may contain (security-5), both before it is stored and after it is read. */
export const cleanRichText = (html: string): string =>
  sanitize(separateBlocks(html), options).replace(turning, '').trim()

/** Parses HTML to nodes for rendering; only allowed elements remain. */
export const richTextOf = (html: string): RichNode[] => parseDocument(cleanRichText(html)).children.flatMap(nodeOf)

type Parsed = ReturnType<typeof parseDocument>['children'][number]

const inline: readonly string[] = ['strong', 'em', 'a']
const isInText = (node: Parsed | Parsed['parent']): boolean =>
  node !== null && (node.type === ElementType.Text || (node.type === ElementType.Tag && inline.includes(node.name)))

/**
 * Returns a text as it is shown. A line break of the source is nothing between blocks, and a space between words and marks.
 */
function shownText(node: Extract<Parsed, { data: string }>): string[] {
  if (node.data.trim() !== '' || !node.data.includes('\n')) return [node.data]
  return isInText(node.parent) || (isInText(node.prev) && isInText(node.next)) ? [' '] : []
}

function nodeOf(node: Parsed): RichNode[] {
  if (node.type === ElementType.Text) return shownText(node)
  if (node.type !== ElementType.Tag) return []
  const { name, attribs } = node
  if (name === 'img') return [{ tag: 'img', src: attribs.src ?? '', alt: attribs.alt ?? '' }]
  if (name === 'iframe') {
    const video = videoOf(attribs.src ?? '')
    return video ? [{ tag: 'video', ...video }] : []
  }
  const children = node.children.flatMap(nodeOf)
  if (name === 'a') {
    const href = attribs.href ?? ''
    const target = disguisedTarget(href, textOf(children))
    return [{ tag: 'a', href, children: target === undefined ? children : [...children, ` (${target})`] }]
  }
  return tags.includes(name) ? [{ tag: name as RichTag, children }] : children
}

/** Characters that browsers read as a dot in a host. */
const dots = /[\u3002\uff0e\uff61\u2024]/g
const hostsIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(dots, '.')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .match(/(?:[\p{L}\p{M}\p{N}_-]+\s?\.\s?)+[\p{L}\p{M}][\p{L}\p{M}\p{N}-]+/gu) ?? []
const withoutWww = (host: string): string => host.toLowerCase().replace(/^www\./, '')

/**
 * Returns a link's real target if its text names another host or its host has confusable characters (in Punycode), to
 * be shown after the text. Undefined if the link isn't misleading.
 */
function disguisedTarget(href: string, text: string): string | undefined {
  const url = new URL(href)
  const isMail = url.protocol === 'mailto:'
  const target = isMail ? url.pathname : url.hostname
  const host = isMail ? (URL.parse(`https://${target.split('@')[1]}`)?.hostname ?? '') : target
  const namesAnother = hostsIn(text).some((named) => withoutWww(named.replace(/\s/g, '')) !== withoutWww(host))
  return namesAnother || /(?:^|\.)xn--/.test(host) ? target : undefined
}

/** Returns the plain text, for search, previews and mails. */
export const plainTextOf = (html: string): string =>
  textOf(richTextOf(html))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()

const blocks: readonly string[] = ['p', 'br', 'li', 'h2', 'h3', 'blockquote']
/** Blocks that may contain paragraphs, which end the line. */
const containers: readonly string[] = ['li', 'blockquote']
const startsLine: readonly string[] = ['p', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote']
const textOf = (nodes: readonly RichNode[]): string =>
  nodes.reduce<string>((text, node) => {
    if (typeof node === 'string') return text + node
    if (!('children' in node)) return text
    const before = startsLine.includes(node.tag) && text !== '' && !text.endsWith('\n') ? '\n' : ''
    const inner = textOf(node.children)
    const isEnded = containers.includes(node.tag) && inner.endsWith('\n')
    return text + before + inner + (blocks.includes(node.tag) && !isEnded ? '\n' : '')
  }, '')

/** Converts plain paragraphs to a story. */
export const storyOf = (paragraphs: readonly string[]): string =>
  paragraphs
    .map((paragraph) => `<p>${paragraph.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    .join('')
