# SPDX-License-Identifier: MIT
"""Reads collections (.pvd) of a run with VTK's own reader and prints what it finds as JSON.

usage: check-vtk.py FOLDER NAME...   for NAME.pvd in FOLDER
"""
import json
import os
import sys
import xml.etree.ElementTree as tree

import vtk
from vtk.util.numpy_support import vtk_to_numpy


def values(data):
    """Arrays by name, a list of tuples each."""
    arrays = [data.GetArray(i) for i in range(data.GetNumberOfArrays())]
    return {array.GetName(): vtk_to_numpy(array).tolist() for array in arrays}


def read(path):
    problems = []
    reader = vtk.vtkXMLPolyDataReader()
    for event in ("ErrorEvent", "WarningEvent"):
        reader.AddObserver(event, lambda _, name: problems.append(name))
    reader.SetFileName(path)
    reader.Update()
    if problems or reader.GetErrorCode() != 0:
        raise SystemExit(f"{path}: VTK reports {problems}, code {reader.GetErrorCode()}")
    data = reader.GetOutput()
    points = vtk_to_numpy(data.GetPoints().GetData()).tolist() if data.GetNumberOfPoints() > 0 else []
    return {
        "points": points,
        "vertices": data.GetNumberOfVerts(),
        "polygons": data.GetNumberOfPolys(),
        "pointData": values(data.GetPointData()),
        "cellData": values(data.GetCellData()),
        "fieldData": values(data.GetFieldData()),
    }


def collection(path):
    entries = tree.parse(path).getroot().iter("DataSet")
    return [
        {"time": float(entry.get("timestep")), **read(os.path.join(os.path.dirname(path), entry.get("file")))}
        for entry in entries
    ]


folder, *names = sys.argv[1:]
print(json.dumps({name: collection(os.path.join(folder, f"{name}.pvd")) for name in names}))
