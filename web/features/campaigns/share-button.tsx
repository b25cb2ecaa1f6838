import { track } from '../../lib/analytics.ts'
import { useCopied } from '../../lib/copied.ts'
import { useText } from '../../lib/text.tsx'

/** The device's own sharing where there is one, else the link is copied and says so for two seconds (S1 §4). */
export function ShareButton({ url, title }: { url: string; title: string }) {
  const t = useText()
  const [isCopied, sayCopied] = useCopied()
  async function share() {
    track('shared')
    try {
      if (navigator.share) await navigator.share({ url, title })
      else {
        await navigator.clipboard.writeText(url)
        sayCopied()
      }
    } catch (error) {
      // Closing the sheet is no failure; a clipboard that refuses is logged (S1 §8).
      if ((error as Error).name !== 'AbortError') console.warn('the link could not be shared', error)
    }
  }
  return (
    <>
      <button type="button" className="button button-quiet button-wide" onClick={() => void share()}>
        {isCopied ? `✓ ${t('campaign.copied')}` : t('campaign.share')}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied ? t('campaign.copied') : ''}
      </span>
    </>
  )
}
