import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'

/**
 * Form with which a donor without an account requests the links to their plans. `isDead`: their link was invalid or
 * expired.
 */
export function FindPlans({ isDead, done }: { readonly isDead: boolean; readonly done: string | null }) {
  const t = useText()
  const title = t(isDead ? 'plan-links.dead-title' : 'plan-links.find-title')
  return (
    <div className="page narrow-page stack-lg">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t(isDead ? 'plan-links.dead-text' : 'plan-links.find-text')}</p>
      </div>
      {done === null ? null : (
        <p className="notice" role="status">
          {done}
        </p>
      )}
      <form method="post" action="/scheduled-giving/manage" className="stack">
        <TextInput
          id="email"
          type="email"
          autoComplete="email"
          dir="ltr"
          maxLength={254}
          required
          label={t('plan-links.email')}
        />
        <div>
          <Button type="submit" name="intent" value="find">
            {t('plan-links.find-send')}
          </Button>
        </div>
      </form>
      <p>
        <a href="/account/giving">{t('plan-links.find-account')}</a>
      </p>
    </div>
  )
}
