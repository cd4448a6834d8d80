import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';

type Condition<Row> = FindOptionsWhere<Row> | FindOptionsWhere<Row>[];

/** SQL: the columns of an entity by its property names, from a row with this name. */
function columnsOf(manager: EntityManager, entity: EntityTarget<ObjectLiteral>, row: string): string {
  return manager.connection
    .getMetadata(entity)
    .columns.filter(({ isSelect }) => isSelect)
    .map(({ databaseName, propertyName }) => `${row}.${databaseName} AS "${propertyName}"`)
    .join(', ');
}

/** Changes the rows that fulfill a condition, in one statement. Returns them as they were before. */
export async function updateRows<Row extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  where: Condition<Row>,
  changes: NoInfer<Partial<Row>>,
): Promise<Row[]> {
  const update = manager.createQueryBuilder().update(entity).set(changes).where(where);
  const [text, values] = update.returning(columnsOf(manager, entity, 'old')).getQueryAndParameters();
  const [rows] = await manager.query<[Row[], number]>(text, values);
  return rows;
}

/** Deletes the rows that fulfill a condition, in one statement, and returns them. */
export async function deleteRows<Row extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  where: Condition<Row>,
): Promise<Row[]> {
  const deletion = manager.createQueryBuilder().delete().from(entity).where(where);
  const [text, values] = deletion.returning(columnsOf(manager, entity, 'old')).getQueryAndParameters();
  const [rows] = await manager.query<[Row[], number]>(text, values);
  return rows;
}
