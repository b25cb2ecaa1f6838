/** A video on YouTube or Vimeo. `hash`: part of the address of an unlisted Vimeo video, without which it isn't shown. */
export type Video = { readonly provider: 'youtube' | 'vimeo'; readonly id: string; readonly hash?: string }

const youtubeId = /^[\w-]{11}$/
/** Names of pages and players that look like the id of a video. */
const noIds: ReadonlySet<string> = new Set(['videoseries', 'live_stream'])
const vimeoId = /^\d{1,12}$/
const vimeoHash = /^[\da-f]{6,20}$/i

/**
 * Returns the video of a URL (pages-3, content-38); undefined unless the URL names one video: a channel, group, showcase, event
 * or playlist by itself has none.
 */
export function readVideo(typed: string): Video | undefined {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : undefined
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password) return undefined
  const host = url.hostname.replace(/^(?:www|m|music)\./, '')
  const parts = url.pathname.split('/').filter(Boolean)
  if (host === 'youtu.be' || host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const id = youtubeIdIn(host, parts, url.searchParams)
    return id !== undefined && youtubeId.test(id) && !noIds.has(id) ? { provider: 'youtube', id } : undefined
  }
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return undefined
  const [id = '', ofPath = url.searchParams.get('h') ?? '', ...more] = vimeoPath(host, parts) ?? []
  if (!vimeoId.test(id) || more.length > 0 || (parts.at(-1) === ofPath && !vimeoHash.test(ofPath))) return undefined
  return { provider: 'vimeo', id, ...(vimeoHash.test(ofPath) && { hash: ofPath }) }
}

function youtubeIdIn(host: string, [first = '', second, ...more]: string[], query: URLSearchParams) {
  if (host === 'youtu.be') return second === undefined ? first : undefined
  if (first === 'watch' && second === undefined) return query.get('v') ?? undefined
  return ['embed', 'shorts', 'live', 'v', 'e', 'watch'].includes(first) && more.length === 0 ? second : undefined
}

/** Returns the parts of a Vimeo path from the id of a video; undefined if the path names none. */
function vimeoPath(host: string, parts: string[]): string[] | undefined {
  const [first = '', , third] = parts
  if (first === 'video') return parts.slice(1)
  if (host === 'player.vimeo.com') return undefined
  // channels/staffpicks/76979871, groups/shortfilms/videos/76979871, showcase/1234567/video/76979871
  if (first === 'channels' || first === 'ondemand') return parts.slice(2)
  if (first === 'groups' && third === 'videos') return parts.slice(3)
  if ((first === 'showcase' || first === 'album') && third === 'video') return parts.slice(3)
  if (first === 'manage' && parts[1] === 'videos') return parts.slice(2)
  return /^\d+$/.test(first) ? parts : undefined
}

/** Returns the URL of a video's player. */
export const videoEmbedUrl = ({ provider, id, hash }: Video): string =>
  provider === 'youtube'
    ? `https://www.youtube-nocookie.com/embed/${id}`
    : `https://player.vimeo.com/video/${id}${hash === undefined ? '' : `?h=${hash}`}`

/** Returns the public URL of a video. */
export const videoAddress = ({ provider, id, hash }: Video): string =>
  provider === 'youtube'
    ? `https://www.youtube.com/watch?v=${id}`
    : `https://vimeo.com/${id}${hash === undefined ? '' : `/${hash}`}`
