export {
  findOrganizations,
  hasOrganizations,
  insertOrganizations,
  issuersOf,
  listOrganizations,
  organizationPart,
  type Issuer,
  type Organization,
} from './queries.ts'
export type { ReceiptRegime } from './tables.ts'
