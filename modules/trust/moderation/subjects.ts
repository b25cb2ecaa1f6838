import type { CaseKind } from './rules/score.ts'
import type { SubjectKind } from './subject.ts'
import { charitySubject } from './subjects/charity.ts'
import { commentSubject } from './subjects/comment.ts'
import { editSubject } from './subjects/edit.ts'
import { fundraiserSubject } from './subjects/fundraiser.ts'
import { matchSubject } from './subjects/match.ts'
import { paymentSubject } from './subjects/payment.ts'
import { ownershipSubject } from './subjects/ownership.ts'
import { nameSubject } from './subjects/name.ts'
import { refundSubject } from './subjects/refund.ts'
import { reportSubject } from './subjects/report.ts'
import { zakatSubject } from './subjects/zakat.ts'

export const subjects: Readonly<Record<CaseKind, SubjectKind>> = {
  fundraiser: fundraiserSubject,
  edit: editSubject,
  zakat: zakatSubject,
  report: reportSubject,
  comment: commentSubject,
  refund: refundSubject,
  charity: charitySubject,
  payment: paymentSubject,
  ownership: ownershipSubject,
  name: nameSubject,
  match: matchSubject,
}
