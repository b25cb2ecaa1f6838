import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'

/**
 * A 3-D Secure challenge: the bank's page in a frame, or, if it ended without a result, a button that opens it again.
 * It shows nothing while the provider's script shows the challenge.
 */
export function ChallengeView({
  frameUrl,
  onRetry,
}: {
  readonly frameUrl: string | undefined
  /** Set if the challenge is open but couldn't be shown or finished. */
  readonly onRetry: (() => void) | undefined
}) {
  const t = useText()
  if (frameUrl) return <iframe className="checkout-challenge" title={t('give.challenge-title')} src={frameUrl} />
  if (!onRetry) return null
  return (
    <div className="notice stack" role="alert">
      <p>{t('give.challenge-failed')}</p>
      <Button type="button" onClick={onRetry}>
        {t('shell.try-again')}
      </Button>
    </div>
  )
}
