# SPDX-License-Identifier: MIT
"""A picture of one moment of a run, drawn with VTK from the run's files for ParaView.

usage: example-picture.py RUN PICTURE.png [--time T] [--colour ARRAY] [--max M] [--from X,Y,Z] [--look X,Y,Z] [--height H] [--opacity A] [--plain IDS] [--bar X,Y]
                          [--solid MESHES] [--cut X,Y,Z]

Bodies come from surfaces.pvd, walls from meshes.pvd. ARRAY is speed, or one of whole numbers: material, shape. The camera stands in the
direction --from of the point --look; the picture is H metres high. Bodies whose ids are in --plain are grey; --bar is the
place of the scale. Meshes whose numbers are in --solid are opaque, the others as --opacity says. --cut leaves out bodies whose middles lie beyond the
plane through --look in that direction, to show what they hide. Pictures have 256 colours at most, to be small.
"""
import argparse
import os
import xml.etree.ElementTree as tree

import numpy
import vtk
from PIL import Image
from vtk.util.numpy_support import vtk_to_numpy

# Okabe and Ito's palette, which the colour-blind can tell apart.
KINDS = [(0.90, 0.62, 0.0), (0.0, 0.45, 0.70), (0.0, 0.62, 0.45), (0.80, 0.47, 0.65), (0.34, 0.71, 0.91), (0.84, 0.37, 0.0)]
VIRIDIS = [(0.267, 0.005, 0.329), (0.230, 0.322, 0.546), (0.128, 0.567, 0.551), (0.369, 0.789, 0.383), (0.993, 0.906, 0.144)]
GREY = (0.62, 0.64, 0.66)


def numbers(text):
    return [float(each) for each in text.split(",")]


def nearest(folder, name, wanted):
    """File of the collection at the time nearest to the one wanted, the last without one."""
    entries = [(float(each.get("timestep")), each.get("file")) for each in tree.parse(os.path.join(folder, name)).iter("DataSet")]
    last = entries[-1][0]
    time, file = min(entries, key=lambda each: abs(each[0] - (last if wanted is None else wanted)))
    return time, os.path.join(folder, file)


def read(path):
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutput()


def chosen(data, keep):
    """The cells with the numbers in `keep`."""
    ids = vtk.vtkIdTypeArray()
    for cell in keep:
        ids.InsertNextValue(int(cell))
    node = vtk.vtkSelectionNode()
    node.SetFieldType(vtk.vtkSelectionNode.CELL)
    node.SetContentType(vtk.vtkSelectionNode.INDICES)
    node.SetSelectionList(ids)
    selection = vtk.vtkSelection()
    selection.AddNode(node)
    extract = vtk.vtkExtractSelection()
    extract.SetInputData(0, data)
    extract.SetInputData(1, selection)
    surface = vtk.vtkGeometryFilter()
    surface.SetInputConnection(extract.GetOutputPort())
    surface.Update()
    return surface.GetOutput()


def cut(data, look, direction):
    """Bodies whose middles are not beyond the plane."""
    finder = vtk.vtkCellCenters()
    finder.SetInputData(data)
    finder.Update()
    beyond = (vtk_to_numpy(finder.GetOutput().GetPoints().GetData()) - look) @ numpy.array(direction)
    _, body = numpy.unique(vtk_to_numpy(data.GetCellData().GetArray("id")), return_inverse=True)
    middle = numpy.bincount(body, beyond) / numpy.bincount(body)
    return chosen(data, numpy.flatnonzero(middle[body] <= 0))


def wall(data, opacity):
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputData(data)
    mapper.ScalarVisibilityOff()
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetColor(0.45, 0.5, 0.55)
    actor.GetProperty().SetOpacity(opacity)
    actor.GetProperty().EdgeVisibilityOn()
    actor.GetProperty().SetEdgeColor(0.25, 0.28, 0.3)
    return actor


def painted(data, options):
    """Colours of the cells or points, and the table of a scale where there is one."""
    on_cells = data.GetCellData().HasArray(options.colour)
    fields = data.GetCellData() if on_cells else data.GetPointData()
    values = vtk_to_numpy(fields.GetArray(options.colour))
    if values.ndim > 1:
        values = (values**2).sum(axis=1) ** 0.5
    ids = vtk_to_numpy(fields.GetArray("id"))
    plain = set(int(each) for each in options.plain.split(",")) if options.plain else set()
    colours = vtk.vtkUnsignedCharArray()
    colours.SetNumberOfComponents(3)
    colours.SetName("colours")
    scale = None
    if options.colour == "speed":
        scale = vtk.vtkColorTransferFunction()
        most = options.max or max(float(values.max()), 1e-9)
        for k, colour in enumerate(VIRIDIS):
            scale.AddRGBPoint(most * k / (len(VIRIDIS) - 1), *colour)
    for identity, value in zip(ids, values):
        colour = GREY if int(identity) in plain else scale.GetColor(float(value)) if scale else KINDS[int(value) % len(KINDS)]
        colours.InsertNextTuple3(*(255 * each for each in colour))
    fields.SetScalars(colours)
    return on_cells, scale


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("run")
    parser.add_argument("picture")
    parser.add_argument("--time", type=float)
    parser.add_argument("--colour", default="speed")
    parser.add_argument("--max", type=float)
    parser.add_argument("--from", dest="direction", type=numbers, default=[0.35, -1, 0.4])
    parser.add_argument("--look", type=numbers, default=[0, 0, 0])
    parser.add_argument("--height", type=float, default=0.2)
    parser.add_argument("--opacity", type=float, default=0.25)
    parser.add_argument("--plain")
    parser.add_argument("--bar", type=numbers, default=[0.87, 0.08])
    parser.add_argument("--solid", type=numbers, default=[])
    parser.add_argument("--cut", type=numbers)
    options = parser.parse_args()

    renderer = vtk.vtkRenderer()
    renderer.SetBackground(1, 1, 1)
    time, path = nearest(options.run, "surfaces.pvd", options.time)
    data = read(path)
    if options.cut:
        data = cut(data, options.look, options.cut)
    on_cells, scale = painted(data, options)
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputData(data)
    mapper.SetScalarModeToUseCellData() if on_cells else mapper.SetScalarModeToUsePointData()
    bodies = vtk.vtkActor()
    bodies.SetMapper(mapper)
    bodies.GetProperty().SetInterpolationToFlat()
    bodies.GetProperty().SetAmbient(0.15)
    renderer.AddActor(bodies)

    if os.path.exists(os.path.join(options.run, "meshes.pvd")):
        walls = read(nearest(options.run, "meshes.pvd", time)[1])
        is_solid = numpy.isin(vtk_to_numpy(walls.GetCellData().GetArray("mesh")), options.solid)
        for part, opacity in ((is_solid, 1), (~is_solid, options.opacity)):
            renderer.AddActor(wall(chosen(walls, numpy.flatnonzero(part)), opacity))

    if scale:
        bar = vtk.vtkScalarBarActor()
        bar.SetLookupTable(scale)
        bar.SetTitle("speed, m/s")
        bar.SetNumberOfLabels(4)
        bar.SetLabelFormat("%-.2g")
        bar.UnconstrainedFontSizeOn()
        for text in (bar.GetTitleTextProperty(), bar.GetLabelTextProperty()):
            text.SetColor(0.1, 0.1, 0.1)
            text.SetFontSize(15)
            text.ItalicOff()
            text.BoldOff()
            text.ShadowOff()
        bar.SetPosition(*options.bar)
        bar.SetWidth(0.11)
        bar.SetHeight(0.45)
        renderer.AddActor2D(bar)

    camera = renderer.GetActiveCamera()
    camera.ParallelProjectionOn()
    camera.SetFocalPoint(*options.look)
    camera.SetPosition(*(at + 10 * way for at, way in zip(options.look, options.direction)))
    camera.SetViewUp(0, 0, 1)
    renderer.ResetCameraClippingRange()
    camera.SetParallelScale(options.height / 2)

    window = vtk.vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(8)
    window.SetSize(800, 500)
    window.AddRenderer(renderer)
    window.Render()
    grab = vtk.vtkWindowToImageFilter()
    grab.SetInput(window)
    grab.ReadFrontBufferOff()
    grab.Update()
    picture = grab.GetOutput()
    width, height, _ = picture.GetDimensions()
    pixels = vtk_to_numpy(picture.GetPointData().GetScalars()).reshape(height, width, 3)[::-1]
    Image.fromarray(pixels.copy()).quantize(256).save(options.picture, optimize=True)
    print(f"{options.picture}: {time:.4g} s")


main()
