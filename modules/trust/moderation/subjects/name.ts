import { renameCharity } from '#modules/causes/campaigns/index.ts'
import {
  decideNameChange,
  findNameChange,
  namesOfOthers,
  findOwnOrganizations,
  updateOrganization,
} from '#modules/causes/organizations/index.ts'
import { findLikeName } from '#modules/causes/organizations/rules/likeness.ts'
import { Problem } from '#shared/problem.ts'
import type { SubjectKind } from '../subject.ts'

/**
 * A new name of a public charity that looks like another name; `subjectId` is the change's id. The charity keeps its
 * name until staff accept the new one (content-39). It is compared again whenever staff look, because other charities
 * may have changed their names since.
 */
export const nameSubject: SubjectKind = {
  async describe(db, subjectId, { productName }) {
    const change = await findNameChange(db, subjectId)
    const [charity] = change ? await findOwnOrganizations(db, [change.organizationId]) : []
    if (!change || !charity) return undefined
    const names = [change.name, change.nameAr ?? ''].filter(
      (name) => name !== '' && name !== charity.name && name !== charity.nameAr,
    )
    const others = [productName, ...(await namesOfOthers(db, change.organizationId))]
    const likeName = names.map((name) => findLikeName(name, others)).find((found) => found !== undefined)
    return {
      title: charity.name,
      language: 'en',
      href: `/organizations/${charity.slug}`,
      texts: { 'public-name': change.name, 'arabic-name': change.nameAr ?? '', 'like-name': likeName ?? '' },
    }
  },
  async decide(_ports, tx, { subjectId, decision, at }) {
    const change = await findNameChange(tx, subjectId)
    const isAccepted = decision === 'allow'
    if (!change || !(await decideNameChange(tx, { id: subjectId, isAccepted, at })))
      throw new Problem('conflict', 'conflict')
    if (!isAccepted) return
    const { organizationId, name, nameAr } = change
    const [before] = await findOwnOrganizations(tx, [organizationId])
    await updateOrganization(tx, organizationId, { name, name_ar: nameAr })
    if (before) await renameCharity(tx, { organizationId, from: before.name, to: name, at })
  },
}
