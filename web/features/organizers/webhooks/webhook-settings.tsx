import { rotationHours } from '#shared/api-keys/choices.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import type { FormView } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx'
import type { createForms, webhookForms } from './webhook-forms.ts'
import { WebhookFields } from './webhook-parts.tsx'
import type { ShownWebhook } from './webhook-rows.ts'

/** The form of a webhook's address and events. */
export function WebhookSettings({ form }: { readonly form: FormView<(typeof createForms)['create']> }) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="settings">
      <h2 id="settings">{t('webhooks.settings')}</h2>
      <PageForm className="stack" noValidate>
        <input type="hidden" name="intent" value="save" />
        <WebhookFields form={form} />
        <p>
          <button className="button button-primary">{t('webhooks.save')}</button>
        </p>
      </PageForm>
    </section>
  )
}

/** The form that sends the events of a range of days again. */
export function ResendRange({ form }: { readonly form: FormView<(typeof webhookForms)['resend-range']> }) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="range">
      <h2 id="range">{t('webhooks.range')}</h2>
      <p className="quiet">{t('webhooks.range-lead')}</p>
      <PageForm className="stack" noValidate>
        <input type="hidden" name="intent" value="resend-range" />
        <div className="webhooks-range">
          <TextInput {...form.control('from')} type="date" label={t('webhooks.range-from')} />
          <TextInput {...form.control('to')} type="date" label={t('webhooks.range-to')} />
        </div>
        <Checkbox {...form.check('includesSucceeded')} label={t('webhooks.range-all')} />
        <p>
          <button className="button button-quiet">{t('webhooks.range-send')}</button>
        </p>
      </PageForm>
    </section>
  )
}

/** The forms that replace a webhook's secret, disable it and delete it. */
export function WebhookControls({ row }: { readonly row: ShownWebhook }) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="controls" tabIndex={-1}>
      <h2 id="controls">{t('webhooks.controls')}</h2>
      <div>
        <details>
          <summary>{t('webhooks.rotate')}</summary>
          <PageForm className="stack">
            <input type="hidden" name="intent" value="rotate" />
            <Select id="overlapHours" label={t('webhooks.overlap')} hint={t('webhooks.overlap-hint')} defaultValue="24">
              {rotationHours.map((hours) => (
                <option key={hours} value={hours}>
                  {hours === 0 ? t('webhooks.overlap-none') : t('webhooks.overlap-hours', { count: hours })}
                </option>
              ))}
            </Select>
            <p>
              <button className="button button-quiet">{t('webhooks.rotate-button')}</button>
            </p>
          </PageForm>
        </details>
        {row.state === 'disabled' ? null : (
          <details>
            <summary>{t('webhooks.disable')}</summary>
            <PageForm className="stack">
              <input type="hidden" name="intent" value="disable" />
              <p>{t('webhooks.disable-text')}</p>
              <p>
                <button className="button button-quiet">{t('webhooks.disable-button')}</button>
              </p>
            </PageForm>
          </details>
        )}
        <details>
          <summary>{t('webhooks.remove')}</summary>
          <PageForm className="stack">
            <input type="hidden" name="intent" value="remove" />
            <p>{t('webhooks.remove-text')}</p>
            <p>
              <button className="button button-danger">{t('webhooks.remove-button')}</button>
            </p>
          </PageForm>
        </details>
      </div>
    </section>
  )
}
