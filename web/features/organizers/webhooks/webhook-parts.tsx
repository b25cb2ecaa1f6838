import type { ReactNode } from 'react'
import { type WebhookEventKind, webhookEventKinds } from '#modules/organizers/webhooks/rules/event-kinds.ts'
import { CopyField } from '#web/features/organizers/organizing/copy-field.tsx'
import type { FormView } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { createForms } from './webhook-forms.ts'
import type { WebhookRow } from './webhook-rows.ts'

const looks = { working: 'brand', failing: 'accent', disabled: undefined } as const

export function WebhookBadge({ state }: Pick<WebhookRow, 'state'>) {
  const t = useText()
  const look = looks[state]
  return <Badge {...(look ? { look } : {})}>{t(`webhooks.state-${state}`)}</Badge>
}

/** The secret of a webhook, which only the response to its creation or rotation contains. */
export function WebhookSecret({ secret, children }: { readonly secret: string; readonly children?: ReactNode }) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="secret-title" role="status">
      <h2 id="secret-title">{t('webhooks.secret-title')}</h2>
      <p>{t('webhooks.secret-lead')}</p>
      <CopyField id="secret" label={t('webhooks.secret')} value={secret} />
      {children}
    </section>
  )
}

/** The fields of a webhook's address and events. */
export function WebhookFields({ form }: { readonly form: FormView<(typeof createForms)['create']> }) {
  const t = useText()
  return (
    <>
      <TextInput
        {...form.control('url')}
        label={t('webhooks.url')}
        hint={t('webhooks.url-hint')}
        type="url"
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
      />
      <EventChoices chosen={form.values.events ?? []} error={form.errorOf('events')} />
    </>
  )
}

function EventChoices({
  chosen,
  error,
}: {
  readonly chosen: readonly WebhookEventKind[]
  readonly error: string | undefined
}) {
  const t = useText()
  return (
    <fieldset className="group" id="events" tabIndex={-1} aria-describedby={error ? 'events-error' : undefined}>
      <legend>{t('webhooks.events')}</legend>
      {error ? (
        <p className="error" id="events-error">
          {error}
        </p>
      ) : null}
      <div className="webhooks-events">
        {webhookEventKinds.map((kind) => (
          <label key={kind} className="check">
            <input type="checkbox" name="events" value={kind} defaultChecked={chosen.includes(kind)} />
            <span>
              {t(`webhooks.event-${kind}`)}
              <span className="hint">
                <bdi dir="ltr">{kind}</bdi>
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
