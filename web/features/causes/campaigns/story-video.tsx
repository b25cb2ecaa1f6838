import { useEffect, useState } from 'react'
import { type Video, videoAddress, videoEmbedUrl } from '#shared/input/video.ts'
import { useText } from '#web/lib/text.tsx'

const providers = { youtube: 'YouTube', vimeo: 'Vimeo' } as const

function autoplayUrl(video: Video): string {
  const url = new URL(videoEmbedUrl(video))
  url.searchParams.set('autoplay', '1')
  return url.href
}

/** A video in a story. Contacts the provider only after a click; without JavaScript it links to the provider's page. */
export function StoryVideo(video: Video) {
  const t = useText()
  const [state, setState] = useState<'link' | 'button' | 'playing'>('link')
  // A link until hydration, so that the server's and the browser's first render match.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setState('button'), [])
  const name = providers[video.provider]
  const words = (
    <>
      <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true">
        <circle cx="28" cy="28" r="27" fill="var(--brand)" />
        <path d="M23 18l16 10-16 10z" fill="var(--on-brand)" />
      </svg>
      <span className="strong">{t('sections.video', { provider: name })}</span>
      <span className="small">{t('sections.video-note', { provider: name })}</span>
    </>
  )
  if (state === 'playing')
    return (
      <iframe
        className="story-video"
        src={autoplayUrl(video)}
        title={t('sections.video', { provider: name })}
        allow="autoplay; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        ref={(frame) => frame?.focus()}
      />
    )
  if (state === 'button')
    return (
      <button type="button" className="story-video story-video-cover" onClick={() => setState('playing')}>
        {words}
      </button>
    )
  return (
    <a className="story-video story-video-cover" href={videoAddress(video)} rel="noopener nofollow ugc">
      {words}
    </a>
  )
}
