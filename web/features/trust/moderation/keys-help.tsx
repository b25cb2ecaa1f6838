import { useText } from '#web/lib/text.tsx'
import { Checkbox } from '#web/ui/field.tsx'

/** Lists the keyboard shortcuts, with a switch to turn them off. */
export function KeysHelp({
  page,
  isOn,
  turn,
}: {
  readonly page: 'queue' | 'case'
  readonly isOn: boolean
  readonly turn: (isOn: boolean) => void
}) {
  const t = useText()
  return (
    <aside className="desk-keys no-script-hidden" aria-label={t('keys.title')}>
      <p className="small">
        {t(`keys.${page}`)} <span className="quiet">{t('keys.hint')}</span>{' '}
        {page === 'case' ? <span className="quiet">{t('keys.submit')}</span> : null}
      </p>
      <Checkbox id="desk-keys" label={t('keys.on')} checked={isOn} onChange={(event) => turn(event.target.checked)} />
    </aside>
  )
}
