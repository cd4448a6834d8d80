import { StackFailure } from '../failure.ts';
import { portProblem } from '../ports.ts';

/** Checks that the ports can be had. Throws StackFailure that names the port and the variable which changes it. */
export async function checkPorts(ports: Readonly<Record<'PORT' | 'API_PORT', number>>): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    const problem = await portProblem(port);
    const other = port < 65_436 ? Math.max(port + 100, 4300) : 4300;
    if (problem === 'taken')
      throw new StackFailure(
        `Port ${port} is in use by another program. Stop it, or choose another: ${name}=${other} npm start`,
      );
    if (problem === 'refused')
      throw new StackFailure(
        `Port ${port} needs rights that this user does not have. Choose another: ${name}=${other} npm start`,
      );
  }
}
