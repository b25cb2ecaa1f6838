import type { KillSwitchView } from '#modules/recurring/subscriptions/contract-kill-switch.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { useCountText } from './kill-switch-parts.tsx'
import type { Json } from '#shared/wire/json.ts'

const path = '/staff/plans'

type Props = {
  readonly killSwitch: Json<KillSwitchView>
  readonly note: string
  readonly error: string | undefined
  /** Whether the reason was submitted, so that only the confirmation is left. */
  readonly isAsked: boolean
}

/**
 * Form that stops or resumes charging: a reason, then a confirmation with the consequences. Works without JavaScript.
 */
export function KillSwitchForm({ killSwitch, note, error, isAsked }: Props) {
  const t = useText()
  const act = killSwitch.isOn ? 'release' : 'set'
  return (
    <section className="card card-in stack" aria-labelledby="act">
      <h2 id="act">{t(`kill-switch.${act}-title`)}</h2>
      {isAsked ? (
        <Question killSwitch={killSwitch} note={note} />
      ) : (
        <form method="post" action={`${path}#act`} className="stack" noValidate>
          <p>{killSwitch.reason ? t(`kill-switch.release-${killSwitch.reason}`) : t('kill-switch.set-text')}</p>
          <TextArea
            id="note"
            label={t('kill-switch.note')}
            hint={t('kill-switch.note-hint')}
            defaultValue={note}
            error={error}
            required
            rows={2}
            maxLength={300}
          />
          <div className="button-row">
            <Button look="quiet" name="intent" value={`check-${act}`}>
              {t('kill-switch.next')}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}

function Question({ killSwitch, note }: Pick<Props, 'killSwitch' | 'note'>) {
  const t = useText()
  const howMany = useCountText()
  const { isOn, reason, setAt, waiting } = killSwitch
  return (
    <form method="post" action={path} className="notice notice-problem stack">
      <p className="strong">{t(isOn ? 'kill-switch.release-question' : 'kill-switch.set-question')}</p>
      <p>{reason ? t(`kill-switch.release-${reason}`) : t('kill-switch.set-text')}</p>
      {isOn ? (
        <p>
          {waiting.donations > 0
            ? t('kill-switch.release-charged', howMany(waiting))
            : t('kill-switch.release-nothing')}
        </p>
      ) : null}
      {isOn && waiting.hasMore ? <p>{t('kill-switch.more')}</p> : null}
      <p className="small">
        {t('kill-switch.note')}: <bdi>{note}</bdi>
      </p>
      <input type="hidden" name="note" value={note} />
      {setAt ? <input type="hidden" name="setAt" value={setAt} /> : null}
      <div className="button-row">
        <Button look="danger" name="intent" value={isOn ? 'release' : 'set'}>
          {t(isOn ? 'kill-switch.release-yes' : 'kill-switch.set-yes')}
        </Button>
        <a className="button button-quiet" href={path}>
          {t('kill-switch.no')}
        </a>
      </div>
    </form>
  )
}
