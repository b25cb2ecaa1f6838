import { ElementType, parseDocument } from 'htmlparser2'
import sanitize from 'sanitize-html'
import type { RichNode, RichTag } from '#shared/rich-text.ts'

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
const videoAddresses = {
  youtube: /^https:\/\/www\.youtube(?:-nocookie)?\.com\/embed\/([\w-]{11})$/,
  vimeo: /^https:\/\/player\.vimeo\.com\/video\/(\d{1,12})$/,
} as const
const linkTo = /^(?:https:\/\/[^\s]+|mailto:[^\s@]+@[^\s@]+)$/
/** Rejects URLs with a user name before the host (`https://google.com@evil.example`), which mislead readers. */
const isLink = (href: string): boolean => {
  const url = linkTo.test(href) ? URL.parse(href) : null
  return url !== null && url.username === '' && url.password === ''
}

const videoOf = (src: string): { provider: 'youtube' | 'vimeo'; id: string } | undefined => {
  for (const provider of ['youtube', 'vimeo'] as const) {
    const id = videoAddresses[provider].exec(src)?.[1]
    if (id !== undefined) return { provider, id }
  }
  return undefined
}

/** Maximum nesting. Real text, even from pasted pages, has less, and rendering is recursive. */
const deepest = 100

const options: sanitize.IOptions = {
  allowedTags: [...tags, 'a', 'img', 'iframe'],
  allowedAttributes: { a: ['href'], img: ['src', 'alt'], iframe: ['src'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: deepest,
  transformTags: { b: 'strong', i: 'em', h1: 'h2', h4: 'h3' },
  exclusiveFilter: ({ tag, attribs }) =>
    (tag === 'img' && !ownPicture.test(attribs.src ?? '')) ||
    (tag === 'iframe' && !videoOf(attribs.src ?? '')) ||
    (tag === 'a' && !isLink(attribs.href ?? '') ? 'excludeTag' : false),
}

/** Characters that change the direction of later text. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** Sanitizes HTML to what a story may contain (security-5), both before it is stored and after it is read. */
export const cleanRichText = (html: string): string => sanitize(html, options).replace(turning, '').trim()

/** Parses HTML to nodes for rendering; only allowed elements remain. */
export const richTextOf = (html: string): RichNode[] => parseDocument(cleanRichText(html)).children.flatMap(nodeOf)

type Parsed = ReturnType<typeof parseDocument>['children'][number]

function nodeOf(node: Parsed): RichNode[] {
  if (node.type === ElementType.Text) return node.data.trim() === '' && node.data.includes('\n') ? [] : [node.data]
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
const textOf = (nodes: readonly RichNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return 'children' in node ? textOf(node.children) + (blocks.includes(node.tag) ? '\n' : '') : ''
    })
    .join('')

/** Converts plain paragraphs to a story. */
export const storyOf = (paragraphs: readonly string[]): string =>
  paragraphs
    .map((paragraph) => `<p>${paragraph.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    .join('')
