import { useText } from '../../../lib/text.tsx'
import { Checkbox } from '../../../ui/field.tsx'

/** Lists the keyboard shortcuts, with a switch to turn them off. */
export function KeysHelp({
  of,
  isOn,
  turn,
}: {
  readonly of: 'queue' | 'case'
  readonly isOn: boolean
  readonly turn: (isOn: boolean) => void
}) {
  const t = useText()
  return (
    <aside className="desk-keys no-script-hidden" aria-label={t('keys.title')}>
      <p className="small">
        {t(`keys.${of}`)} <span className="quiet">{t('keys.hint')}</span>
      </p>
      <Checkbox id="desk-keys" label={t('keys.on')} checked={isOn} onChange={(event) => turn(event.target.checked)} />
    </aside>
  )
}
