import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import type { ShownWebhook } from './webhook-rows.ts'

/** Why a webhook gets no events, or may soon get none, and what the team can do; how long its former secret signs. */
export function WebhookState({ row }: { readonly row: ShownWebhook }) {
  const t = useText()
  return (
    <>
      {row.state === 'failing' ? (
        <p className="notice">{t('webhooks.failing-text', { when: row.failed ?? '' })}</p>
      ) : null}
      {row.state === 'disabled' ? (
        <div className="notice notice-problem stack">
          <p>{t(`webhooks.disabled-${row.disabledReason}`, { when: row.disabled ?? '' })}</p>
          <PageForm>
            <input type="hidden" name="intent" value="enable" />
            <button className="button button-primary">{t('webhooks.enable')}</button>
          </PageForm>
        </div>
      ) : null}
      {row.overlap === null ? null : <p className="notice">{t('webhooks.overlap-until', { time: row.overlap })}</p>}
    </>
  )
}
