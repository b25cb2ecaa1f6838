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
/** Only what was uploaded here. */
const ownPicture = /^\/media\/[\w-]{1,64}\.webp(\?[\w=&]{0,60})?$/
const film = {
  youtube: /^https:\/\/www\.youtube(?:-nocookie)?\.com\/embed\/([\w-]{11})$/,
  vimeo: /^https:\/\/player\.vimeo\.com\/video\/(\d{1,12})$/,
} as const
const linkTo = /^(?:https:\/\/[^\s]+|mailto:[^\s@]+@[^\s@]+)$/
/**
 * Rejects addresses with a user name before the host (`https://google.com@evil.example`), which are written to be
 * misread.
 */
const isLink = (href: string): boolean => {
  const url = linkTo.test(href) ? URL.parse(href) : null
  return url !== null && url.username === '' && url.password === ''
}

const filmOf = (src: string): { provider: 'youtube' | 'vimeo'; id: string } | undefined => {
  for (const provider of ['youtube', 'vimeo'] as const) {
    const id = film[provider].exec(src)?.[1]
    if (id !== undefined) return { provider, id }
  }
  return undefined
}

/**
 * Elements that may stand one in another, those of the page a text was copied from among them: nobody writes as many,
 * and what draws a text goes down all of them.
 */
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
    (tag === 'iframe' && !filmOf(attribs.src ?? '')) ||
    (tag === 'a' && !isLink(attribs.href ?? '') ? 'excludeTag' : false),
}

/** Signs that turn round the text behind them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * HTML as somebody sent it, reduced to what a story may have (security-5). Cleaned on writing, and again whenever it
 * is read.
 */
export const cleanRichText = (html: string): string => sanitize(html, options).replace(turning, '').trim()

/** Cleaned HTML as a tree to draw; whatever it was before, only allowed elements come out of it. */
export const richTextOf = (html: string): RichNode[] => parseDocument(cleanRichText(html)).children.flatMap(nodeOf)

type Parsed = ReturnType<typeof parseDocument>['children'][number]

function nodeOf(node: Parsed): RichNode[] {
  if (node.type === ElementType.Text) return node.data.trim() === '' && node.data.includes('\n') ? [] : [node.data]
  if (node.type !== ElementType.Tag) return []
  const { name, attribs } = node
  if (name === 'img') return [{ tag: 'img', src: attribs.src ?? '', alt: attribs.alt ?? '' }]
  if (name === 'iframe') {
    const of = filmOf(attribs.src ?? '')
    return of ? [{ tag: 'video', ...of }] : []
  }
  const children = node.children.flatMap(nodeOf)
  if (name === 'a') {
    const href = attribs.href ?? ''
    const target = disguisedTarget(href, textOf(children))
    return [{ tag: 'a', href, children: target === undefined ? children : [...children, ` (${target})`] }]
  }
  return tags.includes(name) ? [{ tag: name as RichTag, children }] : children
}

/** Characters that a browser reads as a dot in a host. */
const dots = /[\u3002\uff0e\uff61\u2024]/g
const hostsIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(dots, '.')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .match(/(?:[\p{L}\p{M}\p{N}_-]+\s?\.\s?)+[\p{L}\p{M}][\p{L}\p{M}\p{N}-]+/gu) ?? []
const withoutWww = (host: string): string => host.toLowerCase().replace(/^www\./, '')

/**
 * Where a link really leads, if its text names another host or the host has signs that look like others (its name in
 * Punycode): it is shown behind the text. Undefined: the link hides nothing.
 */
function disguisedTarget(href: string, text: string): string | undefined {
  const url = new URL(href)
  const isMail = url.protocol === 'mailto:'
  const target = isMail ? url.pathname : url.hostname
  const host = isMail ? (URL.parse(`https://${target.split('@')[1]}`)?.hostname ?? '') : target
  const namesAnother = hostsIn(text).some((named) => withoutWww(named.replace(/\s/g, '')) !== withoutWww(host))
  return namesAnother || /(?:^|\.)xn--/.test(host) ? target : undefined
}

/** What it says without any form: for search, previews and mails. */
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

/** Plain paragraphs as a story. */
export const storyOf = (paragraphs: readonly string[]): string =>
  paragraphs
    .map((paragraph) => `<p>${paragraph.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    .join('')
