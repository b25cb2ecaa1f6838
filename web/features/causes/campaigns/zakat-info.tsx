import { useEffect, useState } from 'react'
import type { ZakatCategory } from '#modules/causes/campaigns/rules/zakat.ts'
import { useText } from '#web/lib/text.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'
import { OpenedDialog } from './opened-dialog.tsx'
import type { OpenDialogProps } from './dialog-link.tsx'
import { ZakatRuling } from './zakat-ruling.tsx'
import { type ZakatStatus, zakatStatus } from './zakat-status.ts'

/** How the platform treats zakat, in the dialog and on the policy page (S1 §2.3). */
export function ZakatText({ level }: { readonly level: 2 | 3 }) {
  const t = useText()
  const Heading = `h${level}` as 'h2' | 'h3'
  return (
    <>
      {(['check', 'counts', 'year'] as const).map((part) => (
        <section key={part} className="stack">
          <Heading>{t(`zakat-info.${part}-title`)}</Heading>
          <p>{t(`zakat-info.${part}`)}</p>
        </section>
      ))}
    </>
  )
}

export function ZakatCategories({ categories }: { readonly categories: readonly ZakatCategory[] }) {
  const t = useText()
  return (
    <ul>
      {categories.map((category) => (
        <li key={category}>{t(`zakat.${category}`)}</li>
      ))}
    </ul>
  )
}

export const ZakatDialog = ({
  slug,
  campaignId,
  ...props
}: OpenDialogProps & { readonly slug: string; readonly campaignId: string }) => (
  <OpenedDialog title="zakat-info.title" {...props}>
    <Status slug={slug} campaignId={campaignId} />
  </OpenedDialog>
)

function StatusText({ status }: { readonly status: ZakatStatus | 'failed' | undefined }) {
  const t = useText()
  if (status === undefined) return <Skeleton block="3rem" />
  if (status === 'failed') return <p>{t('zakat-info.failed')}</p>
  return (
    <>
      <p className="strong">{t(status.zakatVerified ? 'zakat-info.verified' : 'zakat-info.not-verified')}</p>
      {status.categories.length > 0 ? (
        <>
          <p>{t('zakat-info.categories')}</p>
          <ZakatCategories categories={status.categories} />
        </>
      ) : null}
    </>
  )
}

function Status({ slug, campaignId }: { readonly slug: string; readonly campaignId: string }) {
  const t = useText()
  const [status, setStatus] = useState<ZakatStatus | 'failed'>()
  useEffect(() => {
    zakatStatus(slug).then(setStatus, (error: unknown) => {
      console.warn('the zakat status could not be loaded', error)
      setStatus('failed')
    })
  }, [slug])
  return (
    <div className="stack story-info">
      <div role="status" className="stack">
        <StatusText status={status} />
      </div>
      <ZakatRuling campaignId={campaignId} />
      <ZakatText level={3} />
      <p>
        <a href={status === undefined || status === 'failed' ? '/zakat-policy' : status.policyUrl}>
          {t('zakat-info.policy')}
        </a>
      </p>
    </div>
  )
}
