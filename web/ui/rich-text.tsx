import { createElement, type ReactNode } from 'react'
import type { RichNode } from '#shared/rich-text.ts'

const videoUrls = {
  youtube: 'https://www.youtube-nocookie.com/embed/',
  vimeo: 'https://player.vimeo.com/video/',
} as const

/**
 * Each of these elements detects its own direction; lists and quotes use the text's direction for their markers and
 * borders.
 */
const ownDirection: readonly string[] = ['p', 'li', 'h2', 'h3']

/** Returns the text direction of a language. */
export const directionOf = (language: string): 'rtl' | 'ltr' =>
  /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(language) ? 'rtl' : 'ltr'

type Video = Extract<RichNode, { tag: 'video' }>
/** Renders a video; without it a video is a link. */
type RenderVideo = ((video: Video) => ReactNode) | undefined

/** Renders a user's rich text as elements, never as HTML (security-5). */
export const RichText = ({ nodes, video }: { readonly nodes: readonly RichNode[]; readonly video?: RenderVideo }) =>
  nodes.map((node, place) => <One key={place} node={node} video={video} />)

function One({ node, video }: { readonly node: RichNode; readonly video: RenderVideo }) {
  if (typeof node === 'string') return node
  if (node.tag === 'br') return <br />
  if (node.tag === 'img') return <img src={node.src} alt={node.alt} loading="lazy" />
  if (node.tag === 'video')
    return video ? (
      video(node)
    ) : (
      <p>
        <a href={`${videoUrls[node.provider]}${node.id}`} rel="noopener nofollow ugc">
          ▶ {node.provider === 'youtube' ? 'YouTube' : 'Vimeo'}
        </a>
      </p>
    )
  const children = <RichText nodes={node.children} video={video} />
  if (node.tag === 'a')
    return (
      <a href={node.href} rel="noopener nofollow ugc">
        {children}
      </a>
    )
  return createElement(node.tag, ownDirection.includes(node.tag) ? { dir: 'auto' } : {}, children)
}
