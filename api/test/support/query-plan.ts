import type { DataSource } from 'typeorm';
import type { Statement } from './statements.ts';

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

type Explained = { 'QUERY PLAN': [{ Plan: PlanNode }] }[];

/** The properties of a plan that determine its cost for a large table. */
export interface QueryPlan {
  /** The names of the indexes. */
  indexes: string[];
  /** The tables with a sequential scan. */
  scanned: string[];
  /** True if the plan sorts rows after reading them. */
  sorts: boolean;
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Returns the plan of a statement. A prepared statement has its generic plan, which is used after several executions. */
export async function planOf(
  database: DataSource,
  { text, values, prepared }: Statement,
): Promise<QueryPlan> {
  const [row] = prepared
    ? await database.query<Explained>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)
    : await database.query<Explained>(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
  const nodes = row ? nodesOf(row['QUERY PLAN'][0].Plan) : [];
  return {
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))].toSorted(),
    scanned: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .flatMap((node) => node['Relation Name'] ?? []),
    sorts: nodes.some((node) => node['Node Type'] === 'Sort'),
  };
}
