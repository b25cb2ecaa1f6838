import { hasOrganizations } from './queries/organizations.ts'
import { isSubdomainOfCharity } from './queries/subdomains.ts'
import { pictureOwnerOf } from './pictures.ts'

/** What only the server uses of this module. */
export const organizationsServer = {
  hasOrganizations,
  isSubdomainOfCharity,
  pictureOwnerOf,
}
