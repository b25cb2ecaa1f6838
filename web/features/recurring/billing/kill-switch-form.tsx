import type { KillSwitchView } from '#modules/recurring/billing/contract-kill-switch.ts'
import { useText } from '../../../lib/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { useHowMany } from './kill-switch-parts.tsx'

const path = '/staff/plans'

type Props = {
  readonly brake: KillSwitchView
  readonly note: string
  readonly error: string | undefined
  /** The reason is given: only the last question is left. */
  readonly isAsked: boolean
}

/** Stops charging, or lets it go on: a reason, then one more question that says what will happen. Plain forms. */
export function KillSwitchForm({ brake, note, error, isAsked }: Props) {
  const t = useText()
  const act = brake.isOn ? 'release' : 'set'
  return (
    <section className="card card-in stack" aria-labelledby="act">
      <h2 id="act">{t(`brake.${act}-title`)}</h2>
      {isAsked ? (
        <Question brake={brake} note={note} />
      ) : (
        <form method="post" action={`${path}#act`} className="stack" noValidate>
          <p>{brake.reason ? t(`brake.release-${brake.reason}`) : t('brake.set-text')}</p>
          <TextArea
            id="note"
            label={t('brake.note')}
            hint={t('brake.note-hint')}
            defaultValue={note}
            error={error}
            required
            rows={2}
            maxLength={300}
          />
          <div className="button-row">
            <Button look="quiet" name="intent" value={`check-${act}`}>
              {t('brake.next')}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}

function Question({ brake, note }: Pick<Props, 'brake' | 'note'>) {
  const t = useText()
  const howMany = useHowMany()
  const { isOn, reason, setAt, waiting } = brake
  return (
    <form method="post" action={path} className="notice notice-problem stack">
      <p className="strong">{t(isOn ? 'brake.release-question' : 'brake.set-question')}</p>
      <p>{reason ? t(`brake.release-${reason}`) : t('brake.set-text')}</p>
      {isOn ? (
        <p>{waiting.gifts > 0 ? t('brake.release-charged', howMany(waiting)) : t('brake.release-nothing')}</p>
      ) : null}
      {isOn && waiting.hasMore ? <p>{t('brake.more')}</p> : null}
      <p className="small">
        {t('brake.note')}: <bdi>{note}</bdi>
      </p>
      <input type="hidden" name="note" value={note} />
      {setAt ? <input type="hidden" name="setAt" value={setAt} /> : null}
      <div className="button-row">
        <Button look="danger" name="intent" value={isOn ? 'release' : 'set'}>
          {t(isOn ? 'brake.release-yes' : 'brake.set-yes')}
        </Button>
        <a className="button button-quiet" href={path}>
          {t('brake.no')}
        </a>
      </div>
    </form>
  )
}
