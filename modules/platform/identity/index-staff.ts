export { changeRoles, lookUpAccount } from './staff/staff.ts'
export { accountIdOf, contactsOf, listStaff, lockAdmins, lockStaffMember } from './staff/staff-queries.ts'
