/**
 * SQL: the name of a user. `userId` is the SQL expression of the user's id. A subquery instead of a join: with a join, the
 * planner, which does not know the limit of a prepared statement, may choose to read all users.
 */
export const nameOfUser = (userId: string) => `(SELECT name FROM users WHERE users.id = ${userId})`;
