import type { ServerApi } from '#server/pages/render-context.ts'
import type { ItemForm } from '#modules/faith/qurbani/rules/read-item.ts'

type OfCampaign = { readonly campaignId: string }

/** The requests that list and edit a fundraiser's items, as its editor or as staff. */
export type ItemCalls = ReturnType<typeof itemCalls>

export function itemCalls(api: ServerApi, by: 'editor' | 'staff', { campaignId }: OfCampaign) {
  const isStaff = by === 'staff'
  return {
    list: (hijriYear: number | undefined) => {
      const input = { campaignId, ...(hijriYear === undefined ? {} : { hijriYear }) }
      return isStaff
        ? api('GET /v4/staff/campaigns/:campaignId/qurbani-items', input)
        : api('GET /v4/campaigns/:campaignId/qurbani-items', input)
    },
    add: (form: ItemForm) =>
      isStaff
        ? api('POST /v4/staff/campaigns/:campaignId/qurbani-items', { campaignId, ...form })
        : api('POST /v4/campaigns/:campaignId/qurbani-items', { campaignId, ...form }),
    change: (itemId: string, version: number, form: ItemForm) => {
      const input = { campaignId, itemId, version, ...form }
      return isStaff
        ? api('PATCH /v4/staff/campaigns/:campaignId/qurbani-items/:itemId', input)
        : api('PATCH /v4/campaigns/:campaignId/qurbani-items/:itemId', input)
    },
    copy: (fromYear: number) =>
      isStaff
        ? api('POST /v4/staff/campaigns/:campaignId/qurbani-items/copy', { campaignId, fromYear })
        : api('POST /v4/campaigns/:campaignId/qurbani-items/copy', { campaignId, fromYear }),
  }
}
