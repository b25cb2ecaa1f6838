/** Returns the embed URL of a video from any of its URLs; undefined unless it is on YouTube or Vimeo. */
export function videoEmbedUrl(typed: string): string | undefined {
  let url: URL
  try {
    url = new URL(typed.trim())
  } catch {
    return undefined
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const host = url.hostname.replace(/^(www|m)\./, '')
  const id = /^[\w-]{11}$/
  const parts = url.pathname.split('/').filter(Boolean)
  if (host === 'youtu.be' && id.test(parts[0] ?? '')) return `https://www.youtube-nocookie.com/embed/${parts[0]}`
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const found = ['embed', 'shorts', 'live'].includes(parts[0] ?? '') ? parts[1] : url.searchParams.get('v')
    return id.test(found ?? '') ? `https://www.youtube-nocookie.com/embed/${found}` : undefined
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const found = parts.find((part) => /^\d{6,12}$/.test(part))
    return found ? `https://player.vimeo.com/video/${found}` : undefined
  }
  return undefined
}
