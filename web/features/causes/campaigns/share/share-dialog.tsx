import { useEffect, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { OpenedDialog } from '../opened-dialog.tsx'
import type { OpenDialogProps } from '../dialog-link.tsx'
import { type CouldRaise, ShareOptions } from './share-options.tsx'

/** "Invite to good" (S1 §2.3). */
export function ShareDialog({
  campaign,
  url,
  ...props
}: OpenDialogProps & {
  readonly campaign: { readonly id: string; readonly slug: string; readonly title: string }
  readonly url: string
}) {
  const [couldRaise, setCouldRaise] = useState<CouldRaise>(null)
  useEffect(() => {
    // If this fails, the line is omitted.
    api('POST /api/projectapi/shareInfo', { id: campaign.id }).then(
      (info) => setCouldRaise(info.couldRaise),
      (error: unknown) => console.warn('what a share could raise could not be loaded', error),
    )
  }, [campaign.id])
  return (
    <OpenedDialog title="share.title" {...props}>
      <ShareOptions
        slug={campaign.slug}
        title={campaign.title}
        url={url}
        couldRaise={couldRaise}
        campaignId={campaign.id}
      />
    </OpenedDialog>
  )
}
