import type { Db } from '#shared/ports.ts'
import {
  type DistributionFile,
  findDistributionsOf,
  listFiles,
  type StoredDistribution,
} from './distribution-queries.ts'

/** Converts a report of distributed zakat for the API; amounts in minor units. */
export const distributionView = ({
  campaignId: _,
  files,
  ...rest
}: StoredDistribution & { readonly files: readonly DistributionFile[] }) => ({
  ...rest,
  files: files.map(({ distributionId: __, ...file }) => file),
})

/** Returns these distributions of a charity as the API shows them, by id; those of another charity are absent. */
export async function readDistributionViews(db: Db, organizationId: bigint, ids: readonly string[]) {
  const distributions = await findDistributionsOf(db, organizationId, ids)
  const files = await listFiles(db, ids)
  return new Map(
    distributions.map((distribution) => [
      distribution.id,
      distributionView({
        ...distribution,
        files: files.filter(({ distributionId }) => distributionId === distribution.id),
      }),
    ]),
  )
}
