import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'

/** Says that a plan with a giving level needs an account, and offers to log in or to continue without the level. */
export function LevelNeedsAccount({
  logInUrl,
  withoutUrl,
}: {
  readonly logInUrl: string
  readonly withoutUrl: string
}) {
  const t = useText()
  return (
    <div id="level-guest" tabIndex={-1} className="notice stack">
      <p>{t('wizard.level-guest')}</p>
      <p className="row">
        <a className="button button-primary" href={logInUrl}>
          {t('give.log-in')}
        </a>
        <a href={withoutUrl}>{t('wizard.level-without')}</a>
      </p>
    </div>
  )
}

/** Asks whether to start the plan that the donor just started once more (recurring-33). */
export function RepeatQuestion({ duplicateOf, isBusy }: { readonly duplicateOf: string; readonly isBusy: boolean }) {
  const t = useText()
  return (
    <div className="notice stack">
      <p>{t('wizard.again')}</p>
      <Button type="submit" look="quiet" name="repeatOf" value={duplicateOf} isBusy={isBusy}>
        {t('wizard.again-yes')}
      </Button>
    </div>
  )
}
