/** For how many days an invitation is valid. */
export const invitationDays = 7
