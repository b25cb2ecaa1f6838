import { videoEmbedUrl } from '#modules/organizers/fundraising/rules/video-url.ts'
import type { Video } from './page-content.ts'

/** Returns provider and id of a YouTube or Vimeo URL; undefined for any other (pages-3). */
export function readVideo(typed: string): Video | undefined {
  const [, provider, id] =
    /^https:\/\/(www\.youtube-nocookie|player\.vimeo)\.com\/(?:embed|video)\/([\w-]+)$/.exec(
      videoEmbedUrl(typed) ?? '',
    ) ?? []
  if (provider === undefined || id === undefined) return undefined
  return { provider: provider === 'player.vimeo' ? 'vimeo' : 'youtube', id }
}

/** Returns the public URL of a video. */
export const videoAddress = ({ provider, id }: Video): string =>
  provider === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`
