/** Elements a story may have (security-5). */
export type RichTag = 'p' | 'br' | 'strong' | 'em' | 'ul' | 'ol' | 'li' | 'h2' | 'h3' | 'blockquote'

/**
 * Rich text as a tree of what is allowed: a text, an element, a link, one of our own pictures, or a film by its id. It
 * is drawn element by element, so that nothing anybody wrote is ever read as markup.
 */
export type RichNode =
  | string
  | { readonly tag: RichTag; readonly children: readonly RichNode[] }
  | { readonly tag: 'a'; readonly href: string; readonly children: readonly RichNode[] }
  | { readonly tag: 'img'; readonly src: string; readonly alt: string }
  | { readonly tag: 'video'; readonly provider: 'youtube' | 'vimeo'; readonly id: string }
