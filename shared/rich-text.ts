import type { Video } from './input/video.ts'

/** Elements that a story may contain (security-5). */
export type RichTag = 'p' | 'br' | 'strong' | 'em' | 'ul' | 'ol' | 'li' | 'h2' | 'h3' | 'blockquote'

/**
 * Rich text as a tree of allowed nodes: a text, an element, a link, an uploaded picture, or a video by its id. It is
 * rendered element by element, so that user input is never parsed as markup.
 */
export type RichNode =
  | string
  | { readonly tag: RichTag; readonly children: readonly RichNode[] }
  | { readonly tag: 'a'; readonly href: string; readonly children: readonly RichNode[] }
  | { readonly tag: 'img'; readonly src: string; readonly alt: string }
  | ({ readonly tag: 'video' } & Video)
